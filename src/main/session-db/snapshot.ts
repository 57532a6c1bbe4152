import type { Store } from './store.ts';

/**
 * Runs several reads against one state of the file. The transaction ends with the call, so no checkpoint of another
 * program waits for it.
 */
export function snapshot<T>(store: Store, read: () => T): T {
  return store.db.inTransaction ? read() : store.db.transaction(read)();
}
