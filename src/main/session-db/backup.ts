import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { assertSpace, backupName, discard, publish, reserve } from './backup-target.ts';
import { assertSameRows, countRows } from './backup-verify.ts';
import type { RowCounts } from './backup-verify.ts';
import { SessionDbError } from './errors.ts';
import type { SessionDbErrorCode } from './errors.ts';
import type { JobWatch } from './job-watch.ts';
import { copyPages } from './page-copy.ts';
import { toSessionDbError } from './sqlite-errors.ts';

/** A backup that was made and looked at. */
export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
}

/** What to back up, and where to. */
export interface BackupOptions extends JobWatch {
  /** The database. */
  readonly path: string;
  /** Its schema number, for the name; null where it has none. */
  readonly version: number | null;
  /** Where to go if the database's own folder cannot take it, best first. They are made where they are missing. */
  readonly folders?: readonly string[];
  /** The clock, in Unix seconds; the system's unless given. */
  readonly now?: () => number;
}

/** Milliseconds to wait for a program that is just committing; a backup is no place to give up early. */
const BUSY_TIMEOUT_MS = 10_000;

/** Failures of one folder after which another may do. */
const OF_THE_FOLDER: ReadonlySet<SessionDbErrorCode> = new Set([
  'db-full',
  'db-io',
  'db-missing',
  'db-no-permission',
  'db-read-only',
  'db-read-only-folder',
]);

/**
 * Makes a verified copy of a database beside it, as `<file>.backup-<version>-<YYYYMMDD-HHMMSS>`; spec: concurrency §7.
 *
 * All pages are copied as they are, out of one read transaction, so the copy is one moment of the file though others
 * write meanwhile. (`VACUUM INTO` would rebuild the file: its state and that of the counts could differ, it cannot be
 * stopped, and it does not promise rowids, by which duplicate titles are told apart.) The copy then has to pass
 * `quick_check` on every ordinary table, and has to have the rows that the transaction saw. It bears its name only
 * after that, and never replaces a file. Search indexes are copied, not judged.
 *
 * Runs on a read-only connection of its own: what the caller has not committed is not in the copy. Others can write
 * meanwhile in WAL mode; in the older mode their commits wait until the pages are copied.
 *
 * @throws SessionDbError `db-corrupt` where the data is damaged; else the code of the first folder's failure, with the
 * reasons of all in its text. Nothing is left behind then, nor where `checkCancelled` throws.
 */
export function backUpFile(options: BackupOptions): Backup {
  const { path, folders = [] } = options;
  const db = openSource(path);
  const failures: SessionDbError[] = [];
  try {
    for (const folder of new Set([dirname(path), ...folders])) {
      try {
        return backUpInto(db, folder, options);
      } catch (error) {
        failures.push(folderFailure(error, folder, path));
      }
    }
  } finally {
    db.close();
  }
  throw noFolderLeft(path, failures);
}

/** Throws what no other folder would cure; what the caller threw to end the task stays what it is. */
function folderFailure(error: unknown, folder: string, path: string): SessionDbError {
  const failure = toSessionDbError(error, folder);
  if (failure.code === 'internal') throw error;
  if (OF_THE_FOLDER.has(failure.code)) return failure;
  throw toSessionDbError(error, path);
}

function noFolderLeft(path: string, failures: readonly SessionDbError[]): SessionDbError {
  const reasons = failures.map(failure => failure.message).join(' ');
  return new SessionDbError(failures[0]?.code ?? 'internal', `${path} could not be backed up. ${reasons}`, {
    hint: 'Make space or choose a folder that can be written, and try again.',
    cause: failures[0],
  });
}

/** Reads once, so that what is wrong with the file itself is found before any folder is blamed. */
function openSource(path: string): Database {
  let db: Database | null = null;
  try {
    statSync(path);
    db = new SqliteDatabase(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    db.pragma('mmap_size = 0');
    db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
    return db;
  } catch (error) {
    db?.close();
    throw toSessionDbError(error, path);
  }
}

function backUpInto(db: Database, folder: string, options: BackupOptions): Backup {
  const { path, version, now = () => Date.now() / 1000 } = options;
  const { mode } = statSync(path);
  const unfinished = reserve(folder, backupName(path, version, now()), mode & 0o777);
  try {
    const rows = inTransaction(db, () => copySnapshot(db, unfinished, options));
    assertSameRows(unfinished, rows, options);
    const target = publish(unfinished);
    return { path: target, bytes: statSync(target).size, sessions: rows.of('sessions'), messages: rows.of('messages') };
  } catch (error) {
    discard(unfinished);
    throw error;
  }
}

function copySnapshot(db: Database, unfinished: string, options: BackupOptions): RowCounts {
  assertSpace(dirname(unfinished), bytesOf(db));
  copyPages(db, unfinished, options);
  return countRows(db, options);
}

/** Size of the file with everything of its log moved into it. */
function bytesOf(db: Database): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
}

/** The first read fixes the moment that the whole transaction sees. */
function inTransaction<T>(db: Database, read: () => T): T {
  db.exec('BEGIN');
  try {
    db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
    return read();
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
}
