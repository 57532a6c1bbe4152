import type { Database } from 'better-sqlite3';
import { sqliteFailure } from '../sqlite-errors.ts';

/**
 * Runs statements inside a transaction, and takes them back where SQLite fails. Without that no later statement of the
 * transaction would work once damage was met, nor would its commit.
 *
 * @returns whether it worked.
 * @throws what is no failure of SQLite, and failures that end the transaction, such as a full disk.
 */
export function worksInSavepoint(db: Database, run: () => void): boolean {
  db.exec('SAVEPOINT attempt');
  try {
    run();
    db.exec('RELEASE attempt');
    return true;
  } catch (error) {
    if (sqliteFailure(error) === null || !db.inTransaction) throw error;
    db.exec('ROLLBACK TO attempt; RELEASE attempt');
    return false;
  }
}

/** Runs statements inside a transaction and takes them back in any case. */
export function inPassing<T>(db: Database, run: () => T): T {
  db.exec('SAVEPOINT passing');
  try {
    return run();
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK TO passing; RELEASE passing');
  }
}
