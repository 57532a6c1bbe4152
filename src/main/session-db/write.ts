import type { Database } from 'better-sqlite3';
import { keepCatalogCurrent } from './current-catalog.ts';
import { SessionDbError } from './errors.ts';
import { isNewerFile } from './fts/permission.ts';
import { assertInPlace } from './file-identity.ts';
import { withIndexCare } from './fts/write-failures.ts';
import { isContention, sqliteFailure, typedFileFailure } from './sqlite-errors.ts';
import type { Store } from './store.ts';

/** Numbers of spec: concurrency §3; other writers of the file use the same. */
const MAX_ATTEMPTS = 15;
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 150;
const WRITES_PER_CHECKPOINT = 50;

/** What the writes of a connection took; see {@link writeStatistics}. */
export interface WriteStatistics {
  /** How many writes succeeded at the first attempt, at the second, and so on. */
  readonly byAttempts: readonly number[];
  /** Milliseconds of the longest successful write, with its waiting and its pauses. */
  readonly longestMs: number;
}

interface Tally {
  writes: number;
  readonly byAttempts: number[];
  longestMs: number;
}

const tallies = new WeakMap<Database, Tally>();

/**
 * Runs a change in a transaction that takes the write lock first, so that nothing is lost when another program has it.
 * While it does, this thread sleeps and tries again, for about 16 seconds in all. Inside a running change the call
 * joins its transaction.
 *
 * @param change - may run several times, so it must touch nothing but the database.
 * @returns what `change` returned in the attempt that was committed.
 * @throws SessionDbError `db-read-only` on a read-only store, `db-newer` where it is that because the file is newer than
 * what may be written unasked, and where a newer file lacks a column that `change` needs, `db-fts-corrupt` where a search
 * index is damaged, `db-locked`, `db-full`, `db-io` and `db-corrupt` where the file or its disk is the cause; whatever
 * else `change` throws, after a rollback.
 */
export function write<T>(store: Store, change: (db: Database) => T): T {
  if (store.readOnly) throw readOnlyError(store);
  if (store.db.inTransaction) return change(store.db);
  assertInPlace(store);
  const started = performance.now();
  let attempts = 0;
  const attempt = <R>(run: (db: Database) => R) => {
    attempts += 1;
    return transact(store.db, db => {
      keepCatalogCurrent(store);
      return run(db);
    });
  };
  const inTransaction = <R>(run: (db: Database) => R) => retrying(() => attempt(run), store.onContention);
  const result = typed(store, () => withIndexCare(store, () => inTransaction(change), inTransaction));
  afterCommit(store.db, attempts, performance.now() - started);
  return result;
}

/** What the successful writes through this store took so far. A write that joined another one is part of that one. */
export function writeStatistics(store: Store): WriteStatistics {
  const { byAttempts, longestMs } = tallyOf(store.db);
  return { byAttempts: [...byAttempts], longestMs };
}

function typed<T>(store: Store, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isNewerFile(store) && isMissingPlace(error)
      ? missingPlace(store, error)
      : typedFileFailure(error, store.path);
  }
}

/** Only a newer file is written although it may lack what we know; any other is brought up to date first. */
function isMissingPlace(error: unknown): error is Error {
  const isOfStatement = sqliteFailure(error)?.family === 'ERROR' && !(error instanceof SessionDbError);
  return isOfStatement && error instanceof Error && /no such (?:table|column)|has no column named/.test(error.message);
}

/** What SQLite says names a table or a column, and no value. */
function missingPlace({ path }: Store, cause: Error): SessionDbError {
  return new SessionDbError(
    'db-newer',
    `${path} was made by a newer Hermes, and has no place for this (${cause.message}).`,
    {
      hint: 'Use the Hermes that made it for this.',
      cause,
    },
  );
}

function readOnlyError({ path, isBeyondWriting, catalog }: Store): SessionDbError {
  if (isBeyondWriting !== true) {
    return new SessionDbError('db-read-only', `${path} is open for reading only.`, {
      hint: 'Open it writable to change it.',
    });
  }
  const number = catalog.schemaVersion === null ? 'an unknown number' : String(catalog.schemaVersion);
  return new SessionDbError(
    'db-newer',
    `${path} was made by a newer Hermes (schema ${number}) and is read-only here.`,
    {
      hint: 'Use the Hermes that made it, or allow changes to newer files.',
    },
  );
}

/**
 * Repeats what fails because another program has a lock, with random pauses, for about 16 seconds in all; spec:
 * concurrency §3.
 *
 * @param attempt - must undo whatever it began before it throws.
 * @param onContention - told before each pause.
 */
export function retrying<T>(attempt: () => T, onContention?: (attempt: number) => void): T {
  for (let count = 1; ; count += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isContention(error) || count >= MAX_ATTEMPTS) throw error;
      onContention?.(count);
      sleep(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
    }
  }
}

/** One attempt of {@link write}: takes the write lock, and gives it back whatever happens. */
export function transact<T>(db: Database, change: (db: Database) => T): T {
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

function afterCommit(db: Database, attempts: number, ms: number): void {
  const tally = tallyOf(db);
  tally.writes += 1;
  while (tally.byAttempts.length < attempts) tally.byAttempts.push(0);
  tally.byAttempts[attempts - 1] = (tally.byAttempts[attempts - 1] ?? 0) + 1;
  tally.longestMs = Math.max(tally.longestMs, ms);
  if (tally.writes % WRITES_PER_CHECKPOINT === 0) tryCheckpoint(db);
}

function tallyOf(db: Database): Tally {
  const known = tallies.get(db);
  if (known !== undefined) return known;
  const tally: Tally = { writes: 0, byAttempts: [], longestMs: 0 };
  tallies.set(db, tally);
  return tally;
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
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
