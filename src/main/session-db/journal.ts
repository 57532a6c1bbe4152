import type { Database } from 'better-sqlite3';
import { sqliteFailure } from './sqlite-errors.ts';

/** Milliseconds that SQLite waits for a lock before it says busy; spec: concurrency §1.3. */
export const BUSY_TIMEOUT_MS = 1000;

/**
 * Settings of a connection that may write. None of them changes the file; the journal mode of an existing file is
 * never touched; spec: concurrency §1.3.
 */
export function prepareWriter(db: Database): void {
  db.pragma('foreign_keys = ON');
  db.pragma('synchronous = FULL');
  if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = 1');
}

/**
 * True where a SQLite of this version may create WAL files: 3.7.0 to 3.51.2 can corrupt them when the log is reset,
 * except 3.50.7 and 3.44.6 and their successors in the same line; spec: concurrency §2.
 */
export function isWalSafe(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3) return major > 3;
  if (minor === 50) return patch >= 7;
  if (minor === 44) return patch >= 6;
  return minor > 51 || (minor === 51 && patch >= 3);
}

/** What a file system without usable locks says to a switch to WAL, by SQLite's families; spec: concurrency §2 (4). */
const WITHOUT_LOCKS: ReadonlySet<string | undefined> = new Set(['PROTOCOL', 'AUTH', 'PERM']);

/**
 * Switches a file that was just created, and holds nothing yet, to WAL where that is safe; spec: concurrency §2.
 *
 * @param switchToWal - how to; by the pragma unless given.
 * @returns null, or why the file has the older journal although WAL would be safe: network shares and some other file
 * systems lack the locks for it.
 */
export function chooseJournalOfNewFile(db: Database, switchToWal: (db: Database) => string = askForWal): string | null {
  const version: unknown = db.prepare('SELECT sqlite_version()').pluck().get();
  if (!isWalSafe(String(version))) return null;
  const reason = refusalOfWal(db, switchToWal);
  if (reason !== null) db.pragma('journal_mode = DELETE');
  return reason;
}

function refusalOfWal(db: Database, switchToWal: (db: Database) => string): string | null {
  try {
    const mode = switchToWal(db);
    return mode === 'wal' ? null : `the file system keeps the journal mode ${mode}`;
  } catch (error) {
    const isWithoutLocks = WITHOUT_LOCKS.has(sqliteFailure(error)?.family);
    if (!(error instanceof Error) || !isWithoutLocks || journalMode(db) === 'wal') throw error;
    return `the file system refuses the locks that WAL needs (${error.message})`;
  }
}

function askForWal(db: Database): string {
  return String(db.pragma('journal_mode = WAL', { simple: true }));
}

function journalMode(db: Database): string {
  return String(db.pragma('journal_mode', { simple: true }));
}
