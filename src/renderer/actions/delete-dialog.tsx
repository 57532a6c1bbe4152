import { useQuery } from '@tanstack/react-query';
import type { DeletionPlan, DeletionUnit } from '../../shared/contract/organise.ts';
import { useClient } from '../api/client-context.tsx';
import { errorWords } from '../api/error-text.ts';
import { bytes, list } from '../app/format.ts';
import { texts } from '../app/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { visibleName } from '../ui/visible-name.ts';
import css from './delete-dialog.module.css';
import { useOrganise } from './use-organise.ts';

export interface DeleteDialogProps {
  readonly ids: readonly string[];
  readonly unit: DeletionUnit;
  readonly onClose: () => void;
  /** Called when they are gone. */
  readonly onDeleted: () => void;
}

/** Shows what a deletion takes and what stays, counted beforehand, and asks. */
export function DeleteDialog({ ids, unit, onClose, onDeleted }: DeleteDialogProps) {
  const client = useClient();
  const { remove } = useOrganise();
  const plan = useQuery({
    queryKey: ['organise', 'deletion-plan', unit, ids],
    queryFn: ({ signal }) => client.organise.deletionPlan({ ids: [...ids], unit }, { signal }),
    gcTime: 0,
  });
  const words = texts.organise;
  const blocked = plan.data === undefined || plan.data.compressing.length > 0;
  const confirm = (): void => {
    onClose();
    void remove(ids, unit).then(gone => {
      if (gone) onDeleted();
    });
  };
  return (
    <Dialog
      open
      title={unit === 'segment' ? words.deleteSegmentTitle : words.deleteTitle(ids.length)}
      onClose={onClose}
      actions={
        <>
          <DialogCancel>
            <Button>{words.cancel}</Button>
          </DialogCancel>
          <Button look="destroy" disabled={blocked} onClick={confirm}>
            {words.confirmDelete}
          </Button>
        </>
      }
    >
      {plan.data === undefined ? (
        <p role={plan.error === null ? 'status' : 'alert'}>
          {plan.error === null ? words.counting : `${words.planFailed}: ${errorWords(plan.error).message}`}
        </p>
      ) : (
        <PlanWords plan={plan.data} unit={unit} />
      )}
    </Dialog>
  );
}

function PlanWords({ plan, unit }: { plan: DeletionPlan; unit: DeletionUnit }) {
  const words = texts.organise;
  const names = plan.names.map(name => visibleName(name.label));
  const more = plan.conversations - names.length;
  const goes = [
    words.goesSegments(plan.conversations, plan.segments - plan.subagents),
    plan.subagents > 0 && words.goesSubagents(plan.subagents),
    words.goesMessages(plan.messages, bytes(plan.bytes)),
  ].filter(line => line !== false);
  const stays = [
    unit === 'segment' && words.earlierStays,
    plan.newRootCount > 0 && words.becomesRoots(plan.newRootCount),
  ].filter(line => line !== false);
  const warnings = [
    plan.pinned > 0 && words.warnPinned(plan.pinned),
    plan.open > 0 && words.warnOpen(plan.open),
  ].filter(line => line !== false);
  return (
    <>
      <p className={css['names']}>{list(more > 0 ? [...names, words.andMore(more)] : names)}</p>
      <Lines title={words.goes} lines={goes} />
      {stays.length === 0 ? null : <Lines title={words.stays} lines={stays} />}
      {warnings.map(line => (
        <p key={line} className={css['warning']}>
          {line}
        </p>
      ))}
      <Transcripts names={plan.transcriptFiles} />
      {plan.compressing.length === 0 ? (
        <p className={css['kept']}>{words.kept}</p>
      ) : (
        <p className={css['blocked']} role="alert">
          {words.compressing(list(plan.compressing.map(name => visibleName(name.label))))}
        </p>
      )}
    </>
  );
}

/** Files of Hermes that go along, by name. */
function Transcripts({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details className={css['transcripts']}>
      <summary>{texts.organise.goesTranscripts(names.length)}</summary>
      <ul className={css['lines']}>
        {names.map(name => (
          <li key={name}>
            <code>{visibleName(name)}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <h3 className={css['head']}>{title}</h3>
      <ul className={css['lines']}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
