import { useActionStore } from '../actions/action-store.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { ExportDialog } from '../actions/export-dialog.tsx';
import { useSelectionStore } from '../features/sessions/selection-store.ts';
import { texts } from './messages.ts';

/** The dialog of the action that is being asked about; a rename is asked in its own place. */
export function AskedActionDialog() {
  const asked = useActionStore(store => store.asked);
  const answer = useActionStore(store => store.answer);
  if (asked?.kind === 'export') {
    const what = texts.exporting.whatConversations(asked.ids.length);
    return <ExportDialog scope={{ kind: 'conversations', ids: [...asked.ids] }} what={what} onClose={answer} />;
  }
  if (asked?.kind !== 'delete') return null;
  return (
    <DeleteDialog
      ids={asked.ids}
      unit={asked.unit}
      onClose={answer}
      onDeleted={() => {
        useSelectionStore.getState().clear();
      }}
    />
  );
}
