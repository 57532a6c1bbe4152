import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { SessionDbError } from '../errors.ts';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { openStore } from '../open.ts';
import { isContention, sqliteFailure, toSessionDbError } from '../sqlite-errors.ts';
import { findDamage, probeWriting } from './find-damage.ts';
import { holdersOf } from './holders.ts';
import { climbLadder } from './ladder.ts';
import { copyRaw, removeRawCopy } from './raw-copy.ts';
import { salvage } from './salvage.ts';

/** What came of a repair. */
export interface RepairReport {
  readonly repaired: boolean;
  /** The rung that helped; `dump_reload` where rows were saved into a new file; null where nothing helped. */
  readonly strategy: string | null;
  /** The raw copy that was made before; null where the file was healthy. */
  readonly backupPath: string | null;
  /** A new file with the rows that could be read; the damaged file stays as it is. */
  readonly salvagedPath: string | null;
  readonly detail: string | null;
}

/** How to repair. */
export interface RepairOptions extends JobWatch {
  /** Where copies go if the file's own folder cannot take them, best first. */
  readonly folders?: readonly string[];
  /** The clock, in Unix seconds; the system's unless given. */
  readonly now?: () => number;
}

const BUSY_TIMEOUT_MS = 1000;

/**
 * Repairs a damaged file, at a user's explicit wish only; spec: concurrency §6. A sound file is left alone. Else a raw
 * copy is made; then rungs are climbed in one transaction that is kept only if the file is sound in the end; and where
 * no rung helps, every row that can be read goes into a new file beside it.
 *
 * The caller must have closed every connection of this process to the file.
 *
 * @throws SessionDbError before anything is touched: `db-locked` where a program has the file open, `db-not-a-database`
 * for files that are none (nothing is ever made in their place), the code of the failed copy; after the copy: what the
 * system says. Whatever `checkCancelled` throws leaves the file as it was.
 */
export function repair(path: string, options: RepairOptions = {}): RepairReport {
  const now = options.now ?? (() => Date.now() / 1000);
  const folders = options.folders ?? [];
  reportStep(options, { phase: 'probing', done: 0, total: 0, canCancel: true });
  if (isSound(path, options)) return report({ repaired: true, strategy: 'already_healthy' });
  assertUnused(path);
  reportStep(options, { phase: 'copying', done: 0, total: 0, canCancel: true });
  const backupPath = copyRaw(path, { folders, now });
  const db = openAlone(path, backupPath);
  try {
    const { strategy, detail } = climbLadder(db, path, options);
    if (strategy !== null) return report({ repaired: true, strategy, backupPath, detail });
    const saved = salvage(db, path, { ...options, folders, now });
    return report({ strategy: 'dump_reload', backupPath, salvagedPath: saved.path, detail: saved.detail });
  } catch (error) {
    throw sqliteFailure(error) === null ? error : toSessionDbError(error, path);
  } finally {
    db.close();
  }
}

function report(known: Partial<RepairReport>): RepairReport {
  return { repaired: false, strategy: null, backupPath: null, salvagedPath: null, detail: null, ...known };
}

/** Looks by reading alone first, and tries a write only on a file that seems sound. */
function isSound(path: string, watch: JobWatch): boolean {
  try {
    const store = openStore(path, { readOnly: true });
    try {
      if (findDamage(store.db, path, watch).length > 0) return false;
    } finally {
      store.db.close();
    }
    return canBeWritten(path);
  } catch (error) {
    if (!(error instanceof SessionDbError)) throw sqliteFailure(error) === null ? error : toSessionDbError(error, path);
    if (error.code === 'db-corrupt' || sqliteFailure(error.cause)?.detail === 'ROLLBACK') return false;
    throw error;
  }
}

function canBeWritten(path: string): boolean {
  const db = new SqliteDatabase(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return probeWriting(db) === null;
  } finally {
    db.close();
  }
}

function assertUnused(path: string): void {
  const holders = holdersOf(path) ?? [];
  if (holders.length === 0) return;
  const names = holders.map(({ pid, name }) =>
    pid === process.pid ? 'this program' : `${name ?? 'a program'} (${String(pid)})`,
  );
  throw inUse(path, `it is open in ${names.join(', ')}`);
}

function inUse(path: string, reason: string): SessionDbError {
  return new SessionDbError('db-locked', `${path} cannot be repaired now: ${reason}.`, {
    hint: 'Close every program that uses the database, and try again.',
  });
}

/**
 * A connection that shares the file with nobody until it is closed: in exclusive mode SQLite keeps its locks. Its schema
 * may be edited, and so a file that was cut short can be read.
 */
function openAlone(path: string, copy: string): Database {
  const db = new SqliteDatabase(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.unsafeMode(true);
    db.pragma('mmap_size = 0');
    db.pragma('foreign_keys = OFF');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('writable_schema = ON');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    db.pragma('writable_schema = RESET');
    return db;
  } catch (error) {
    db.close();
    if (!isContention(error)) throw toSessionDbError(error, path);
    removeRawCopy(copy);
    throw inUse(path, 'another program has it open');
  }
}
