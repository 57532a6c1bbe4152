import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrashEntry } from '../../../shared/contract/trash.ts';
import { reportFailure } from '../../actions/report-failure.ts';
import { runShown } from '../../actions/run-shown.ts';
import { showToast } from '../../actions/toasts.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { bytes, fullTime, list, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';
import { useNow } from '../../ui/use-now.ts';
import { visibleName } from '../../ui/visible-name.ts';
import css from './settings-screen.module.css';
import table from './settings-table.module.css';

const TRASH_KEY = ['trash', 'list'] as const;
const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;
/** How long a restore may take before it is said how far it has come. */
const PATIENCE_MS = 500;

/** What was deleted in the last 30 days, and the way back. */
export function TrashSection() {
  const say = texts.upkeep;
  const client = useClient();
  const readOnly = useReadOnly();
  const entries = useQuery({ queryKey: TRASH_KEY, queryFn: ({ signal }) => client.trash.list({}, { signal }) });
  const [doomed, setDoomed] = useState<readonly TrashEntry[] | null>(null);
  const found = entries.data ?? [];
  return (
    <section aria-labelledby="settings-trash">
      <div className={css['heading']}>
        <h2 id="settings-trash">{say.trash}</h2>
        <span />
        <Button disabled={readOnly || found.length === 0} onClick={() => setDoomed(found)}>
          {say.emptyTrash}
        </Button>
      </div>
      <p className={css['lead']}>{say.trashLead}</p>
      {entries.error === null ? null : (
        <p role="alert" className={css['failure']}>
          {say.trashFailed}: {errorWords(entries.error).message}
        </p>
      )}
      <div className={css['box']}>
        {found.length === 0 ? (
          <p className={css['nothing']}>{say.trashEmpty}</p>
        ) : (
          <TrashTable entries={found} onDelete={entry => setDoomed([entry])} />
        )}
      </div>
      {doomed === null ? null : <RemoveDialog entries={doomed} all={found.length} onClose={() => setDoomed(null)} />}
    </section>
  );
}

function TrashTable({ entries, onDelete }: { entries: readonly TrashEntry[]; onDelete: (entry: TrashEntry) => void }) {
  const say = texts.upkeep;
  return (
    <table className={table['table']}>
      <thead>
        <tr>
          <th>{say.what}</th>
          <th>{say.removed}</th>
          <th>{say.contents}</th>
          <th className={table['number']}>{say.journal}</th>
          <th className={table['nowrap']}>{say.keptUntil}</th>
          <th>
            <span className="visually-hidden">{say.entryActions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <TrashRow key={entry.id} entry={entry} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  );
}

function TrashRow({ entry, onDelete }: { entry: TrashEntry; onDelete: (entry: TrashEntry) => void }) {
  const say = texts.upkeep;
  const now = useNow(MINUTE_MS);
  const readOnly = useReadOnly();
  const { restore, busy } = useRestore();
  const days = Math.max(0, Math.round((entry.expiresAt - now) / DAY_SECONDS));
  return (
    <>
      <tr data-trash-id={entry.id}>
        <td>
          {say.trashName(entry)}
          <span className={table['more']}>{list(entry.names.map(name => visibleName(name)))}</span>
        </td>
        <td title={fullTime(entry.deletedAt)} className={table['nowrap']}>
          {shortDay(entry.deletedAt, now)}
        </td>
        <td>{say.trashContents(entry)}</td>
        <td className={table['number']}>{bytes(entry.bytes)}</td>
        <td title={fullTime(entry.expiresAt)} className={table['nowrap']}>
          {shortDay(entry.expiresAt, now)}, {say.daysLeft(days)}
        </td>
        <td className={table['actions']}>
          <Button small disabled={readOnly || busy || entry.problem !== null} onClick={() => void restore(entry.id)}>
            {say.restore}
          </Button>
          <IconButton
            small
            icon="trash"
            label={say.deletePermanently}
            disabled={readOnly}
            onClick={() => onDelete(entry)}
          />
        </td>
      </tr>
      {entry.problem === null ? null : (
        <tr>
          <td colSpan={6} className={table['problem']}>
            {say.cannotRestore(entry.problem)}
          </td>
        </tr>
      )}
    </>
  );
}

function useRestore() {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async (id: string): Promise<void> => {
    setBusy(true);
    try {
      const result = await runShown(
        { icon: 'undo', message: texts.upkeep.restoring, progress: texts.upkeep.restoringSoFar, after: PATIENCE_MS },
        ({ jobId, signal }) => client.trash.restore({ jobId, id }, { signal }),
      );
      showToast({ icon: 'undo', message: texts.upkeep.restored(result.sessions, result.messages) });
    } catch (error) {
      reportFailure(error);
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
    }
  };
  return { restore, busy };
}

function RemoveDialog(props: { entries: readonly TrashEntry[]; all: number; onClose: () => void }) {
  const { entries, all, onClose } = props;
  const say = texts.upkeep;
  const client = useClient();
  const queries = useQueryClient();
  const everything = entries.length === all && all > 1;
  const remove = async (): Promise<void> => {
    onClose();
    try {
      const ids = entries.map(entry => entry.id);
      const { removed } = everything ? await client.trash.empty({}) : await client.trash.deletePermanently({ ids });
      showToast({ icon: 'trash', message: say.emptied(removed) });
    } catch (error) {
      reportFailure(error);
    } finally {
      await queries.invalidateQueries({ queryKey: TRASH_KEY });
    }
  };
  return (
    <Dialog
      open
      title={everything ? say.emptyTrashTitle(all) : say.deletePermanentlyTitle}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{say.cancel}</Button>
          </DialogCancel>
          <Button look="destroy" onClick={() => void remove()}>
            {everything ? say.emptyTrash : say.deletePermanently}
          </Button>
        </>
      }
    >
      <p>{entries.length === 1 ? entries.map(entry => say.trashName(entry)) : null}</p>
      <p>{say.noWayBack}</p>
    </Dialog>
  );
}
