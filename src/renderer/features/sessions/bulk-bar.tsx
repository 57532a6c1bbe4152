import { useActionStore } from '../../actions/action-store.ts';
import { reportFailure } from '../../actions/report-failure.ts';
import { useOrganise } from '../../actions/use-organise.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { useClient } from '../../api/client-context.tsx';
import { texts } from '../../app/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { rescueFocus } from '../../ui/focus-return.ts';
import css from './bulk-bar.module.css';
import type { SessionViewData } from './queries.ts';
import { useSelectionStore } from './selection-store.ts';

/** What can be done to all picked rows at once; nothing where none is picked. */
export function BulkBar({ data }: { data: SessionViewData }) {
  const { ids, pick, clear } = useSelectionStore();
  const client = useClient();
  const { setPinned, setArchived } = useOrganise();
  const ask = useActionStore(store => store.ask);
  const readOnly = useReadOnly();
  const words = texts.organise;
  if (ids.size === 0) return null;
  const picked = [...ids];
  // Not the rows of the list: some may be shown inside others.
  const matching = data.scopes[data.view.scope];
  const pickAll = (): void => {
    client.organise.idsOfView({ view: data.view }).then(all => {
      pick(all.ids, all.ids[0] ?? null);
    }, reportFailure);
  };
  const leave = (): void => {
    clear();
    rescueFocus();
  };
  return (
    <div className={css['bar']} role="toolbar" aria-label={words.bulk}>
      <span className={css['count']} role="status">
        {words.selected(ids.size)}
      </span>
      {ids.size >= matching ? null : (
        <Button look="link" onClick={pickAll}>
          {words.selectAll(matching)}
        </Button>
      )}
      <span className={css['space']} />
      <IconButton small icon="pin" label={words.pin} disabled={readOnly} onClick={() => void setPinned(picked, true)} />
      <IconButton
        small
        icon="archive"
        label={words.archive}
        disabled={readOnly}
        onClick={() => void setArchived(picked, true)}
      />
      <IconButton small icon="export" label={words.export} onClick={() => ask({ kind: 'export', ids: picked })} />
      <IconButton
        small
        icon="trash"
        label={words.delete}
        disabled={readOnly}
        onClick={() => ask({ kind: 'delete', ids: picked, unit: 'conversation' })}
      />
      <IconButton small icon="x" label={words.clearSelection} onClick={leave} />
    </div>
  );
}
