import type { KeyboardEvent } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { useActionStore } from '../../actions/action-store.ts';
import { useOrganise } from '../../actions/use-organise.ts';
import { useReadOnly } from '../../actions/use-read-only.ts';
import { useSelectionStore } from './selection-store.ts';

/** The keys that act on rows: F2, p, e, Delete. On all picked rows where some are picked, else on the one given. */
export function useRowCommands(): (event: KeyboardEvent, row: ConversationRow) => boolean {
  const { setPinned, setArchived } = useOrganise();
  const readOnly = useReadOnly();
  const ask = useActionStore(store => store.ask);
  return (event, row) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || readOnly) return false;
    const picked = [...useSelectionStore.getState().ids];
    const ids = picked.length === 0 ? [row.id] : picked;
    switch (event.key) {
      case 'F2':
        ask({ kind: 'rename', row, inList: true });
        break;
      case 'p':
        void setPinned(ids, !row.pinned);
        break;
      case 'e':
        void setArchived(ids, !row.archived);
        break;
      case 'Delete':
        ask({ kind: 'delete', ids, unit: 'conversation' });
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };
}
