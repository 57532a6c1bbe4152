import type { Store } from '../session-db/store.ts';
import { loadedIndex } from './conversation-index.ts';
import { resolveAhead, wasViewed } from './session-view-resolve.ts';

/**
 * Does a little of what views of the session list will need: all orders, and the views that are one choice away from the
 * first one. Some milliseconds, without a look at the file.
 *
 * @returns false once there is nothing left to do, and before there was a view: at the start others need the time.
 */
export function viewsAhead(store: Store): boolean {
  const index = loadedIndex(store);
  if (index === null || !wasViewed(store)) return false;
  return index.orders.step() || resolveAhead(store, index);
}
