import type { Store } from './store.ts';

/**
 * Runs several reads against one state of the file. The transaction ends with the call, so no checkpoint of another
 * program waits for it. It is rolled back, there being nothing to commit: a damaged full-text index fails a commit, and
 * what was read would be lost.
 */
export function snapshot<T>(store: Store, read: () => T): T {
  const { db } = store;
  if (db.inTransaction) return read();
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    endIfOpen(store);
  }
}

/** An error may have ended the transaction already. */
function endIfOpen({ db }: Store): void {
  if (db.inTransaction) db.exec('ROLLBACK');
}
