import { useActionStore } from '../actions/action-store.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { ExportDialog } from '../actions/export-dialog.tsx';
import { useSelectionStore } from '../features/sessions/selection-store.ts';
import { useSessionsView } from '../features/sessions/queries.ts';
import { useSessionViewStore } from '../features/sessions/view-store.ts';
import { rescueFocus } from '../ui/focus-return.ts';
import { texts } from './messages.ts';

/** The dialog of the action that is being asked about; a rename is asked in its own place. */
export function AskedActionDialog() {
  const asked = useActionStore(store => store.asked);
  const answer = useActionStore(store => store.answer);
  switch (asked?.kind) {
    case 'delete':
      return (
        <DeleteDialog
          ids={asked.ids}
          unit={asked.unit}
          onClose={answer}
          onDeleted={() => {
            useSelectionStore.getState().clear();
            rescueFocus();
          }}
        />
      );
    case 'export':
      return (
        <ExportDialog
          scope={{ kind: 'conversations', ids: [...asked.ids] }}
          what={texts.exporting.whatConversations(asked.ids.length)}
          onClose={answer}
        />
      );
    case 'export-view':
      return <ExportListed onClose={answer} />;
    case 'export-all':
      return <ExportDialog scope={{ kind: 'all' }} what={texts.exporting.whatAll} onClose={answer} />;
    case 'rename':
    case undefined:
      return null;
  }
}

function ExportListed({ onClose }: { onClose: () => void }) {
  const view = useSessionViewStore(store => store.view);
  const { data } = useSessionsView();
  return (
    <ExportDialog scope={{ kind: 'view', view }} what={texts.exporting.whatView(data?.total ?? 0)} onClose={onClose} />
  );
}
