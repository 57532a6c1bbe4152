import type { Database } from 'better-sqlite3';
import { SessionDbError } from './errors.ts';
import { isContention } from './sqlite-errors.ts';
import type { Store } from './store.ts';

/** Numbers of spec: concurrency §3; other writers of the file use the same. */
const MAX_ATTEMPTS = 15;
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 150;
const WRITES_PER_CHECKPOINT = 50;

const successfulWrites = new WeakMap<Database, number>();

/**
 * Runs a change in a transaction that takes the write lock first, so that nothing is lost when another program has it.
 * While it does, this thread sleeps and tries again, for about 16 seconds in all. Inside a running change the call
 * joins its transaction.
 *
 * @param change - may run several times, so it must touch nothing but the database.
 * @returns what `change` returned in the attempt that was committed.
 * @throws SessionDbError `db-read-only` on a read-only store; whatever `change` throws, after a rollback.
 */
export function write<T>(store: Store, change: (db: Database) => T): T {
  if (store.readOnly) {
    throw new SessionDbError('db-read-only', `${store.path} is open for reading only.`, {
      hint: 'Open it writable to change it.',
    });
  }
  if (store.db.inTransaction) return change(store.db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = transact(store.db, change);
      afterCommit(store.db);
      return result;
    } catch (error) {
      if (!isContention(error) || attempt >= MAX_ATTEMPTS) throw error;
      sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
    }
  }
}

function transact<T>(db: Database, change: (db: Database) => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = change(db);
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function afterCommit(db: Database): void {
  const count = (successfulWrites.get(db) ?? 0) + 1;
  successfulWrites.set(db, count);
  if (count % WRITES_PER_CHECKPOINT === 0) tryCheckpoint(db);
}

/**
 * Moves what no reader needs from the log to the file; blocks nobody. A change that is committed must not be reported
 * as failed, so an error here is only an answer: the log stays whole, and a sick disk shows itself at the next write.
 *
 * @returns whether SQLite could run the checkpoint.
 */
export function tryCheckpoint(db: Database): boolean {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
    return true;
  } catch {
    return false;
  }
}

/** Methods are synchronous, so the thread itself waits; random pauses keep writers from retrying in step. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
