import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { has, readCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { createDatabase } from './create.ts';
import { SessionDbError } from './errors.ts';
import { bringUpToDate } from './migrate/bring-up-to-date.ts';
import type { Upgrade } from './migrate/upgrade.ts';
import type { JobWatch } from './job-watch.ts';
import { sqliteFailure, toSessionDbError } from './sqlite-errors.ts';
import type { Store } from './store.ts';
import { loadCjkTokenizer } from './fts/cjk-tokenizer.ts';
import { BUSY_TIMEOUT_MS, prepareWriter } from './journal.ts';
import { isVacant } from './vacancy.ts';
import { assertWritableShape, isBeyondWriting } from './writable-shape.ts';
import { retrying } from './write.ts';

/** Bytes of the smallest page. SQLite takes a shorter file for an empty database, and a writer would replace it. */
const SMALLEST_DATABASE = 512;

/** What every version of the schema has; spec: schema §3, §4. A file that lacks any of it is another program's. */
const LEAST_COLUMNS = [
  ['sessions', 'id'],
  ['sessions', 'source'],
  ['sessions', 'started_at'],
  ['messages', 'id'],
  ['messages', 'session_id'],
  ['messages', 'role'],
  ['messages', 'content'],
  ['messages', 'timestamp'],
] as const;

/** How to open a store. */
export interface OpenOptions {
  /** True opens without any way to write, and needs an existing file. */
  readonly readOnly?: boolean;
  /** The clock, in Unix seconds; the system's unless given. */
  readonly now?: () => number;
  /**
   * What a writable open does with a file whose version is above 25 or is not recognised. False (default): it is
   * opened read-only. True: rows may be changed. Its schema is never changed; spec: migrations §9.
   */
  readonly writeToNewer?: boolean;
  /**
   * What a writable open does with a file that is older than the current schema or lacks a part of it. `migrate`
   * (default) brings it up to date as Hermes does, after a verified backup. `refuse` throws NeedsUpgradeError and
   * leaves it as it is.
   */
  readonly olderFile?: 'migrate' | 'refuse';
  /** Folder for the backup where the file's own folder cannot take it; none unless given. */
  readonly backupFolder?: string;
  /** Path of the loadable `cjk_unicode61` tokenizer that the user agreed to; never loaded unless given. */
  readonly cjkTokenizer?: string;
  /**
   * Bytes of a database up to which a write that fails at a damaged search index rebuilds the indexes, once, and runs
   * again; 200 MB unless given. In a longer one, which would be locked for minutes, the write fails with
   * `db-fts-corrupt`. Infinity is Hermes's way, 0 is never; spec: concurrency §5.
   */
  readonly healIndexUpTo?: number;
  /** Told each time a write found the lock taken and is about to try again; for a person who waits. */
  readonly onContention?: (attempt: number) => void;
  /** Follows an upgrade, and may end it until the first change is made. */
  readonly watch?: JobWatch;
}

/**
 * Opens a store. Read-only opens write nothing at all. Writable ones create a missing file at the current schema, and
 * bring an older one up to date after a verified backup; a file that lacks nothing is not written.
 *
 * @param path - the file. Its folder is created only together with a new file.
 * @throws SessionDbError with a code that says what is wrong; NeedsUpgradeError for an older
 * file with `olderFile: 'refuse'`.
 */
export function openStore(path: string, options: OpenOptions = {}): Store {
  const now = options.now ?? (() => Date.now() / 1000);
  if (options.readOnly === true) return openReadOnly(path, now, options);
  if (isVacant(path)) return openNew(path, now, options);
  try {
    return openExisting(path, now, options);
  } catch (error) {
    if (!(error instanceof SessionDbError) || error.code !== 'db-empty') throw error;
    return openNew(path, now, options);
  }
}

function openReadOnly(path: string, now: () => number, options: OpenOptions, read = readableCatalog): Store {
  assertReadableFile(path);
  const db = connect(path, { readonly: true, fileMustExist: true });
  return withCleanUp(db, path, () => {
    db.pragma('mmap_size = 0');
    const tokenizerFailure = loadTokenizer(db, options);
    const catalog = read(db, path);
    return { db, path, readOnly: true, tokenizerFailure, catalog, now };
  });
}

/**
 * SQLite refuses every page of a file that is shorter than its header says, unless its schema may be written. A
 * connection that only reads cannot write it, and then the pages that are there can be read.
 */
function readableCatalog(db: Database, path: string): Catalog {
  try {
    return catalogOf(db, path);
  } catch (error) {
    if (!isCutShort(error)) throw error;
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    return catalogOf(db, path);
  }
}

/** A schema that makes no sense has the same code and other words; what it describes cannot be trusted. */
function isCutShort(error: unknown): boolean {
  return (
    sqliteFailure(error)?.family === 'CORRUPT' &&
    error instanceof Error &&
    error.message.includes('disk image is malformed')
  );
}

function openExisting(path: string, now: () => number, options: OpenOptions): Store {
  assertReadableFile(path);
  const untouchable = options.writeToNewer === true ? null : openIfBeyondWriting(path, now, options);
  if (untouchable !== null) return untouchable;
  const db = connect(path, { fileMustExist: true });
  return withCleanUp(db, path, () => {
    db.pragma('mmap_size = 0');
    const tokenizerFailure = loadTokenizer(db, options);
    retrying(() => {
      prepareWriter(db);
    }, options.onContention);
    const upgrade = options.olderFile === 'refuse' ? null : upgradeNow(db, path, now, options);
    const catalog = retrying(() => writableCatalog(db, path, options), options.onContention);
    const { healIndexUpTo, backupFolder } = options;
    return { db, path, readOnly: false, tokenizerFailure, healIndexUpTo, backupFolder, upgrade, catalog, now };
  });
}

function writableCatalog(db: Database, path: string, { olderFile }: OpenOptions): Catalog {
  const catalog = catalogOf(db, path);
  if (olderFile === 'refuse') assertWritableShape(db, catalog, path);
  return catalog;
}

function loadTokenizer(db: Database, { cjkTokenizer }: OpenOptions): string | null {
  return cjkTokenizer === undefined ? null : loadCjkTokenizer(db, cjkTokenizer);
}

/** Only a file of Hermes is upgraded. Rows whose session is gone are kept, so foreign keys wait until the file is in order. */
function upgradeNow(db: Database, path: string, now: () => number, options: OpenOptions): Upgrade | null {
  const { backupFolder, onContention, watch } = options;
  retrying(() => catalogOf(db, path), onContention);
  db.pragma('foreign_keys = OFF');
  const upgrade = bringUpToDate(db, { ...watch, path, now, backupFolder, onContention });
  db.pragma('foreign_keys = ON');
  return upgrade;
}

/** A file that must not be written is looked at first, so that not even a checkpoint at close touches it. */
function openIfBeyondWriting(path: string, now: () => number, options: OpenOptions): Store | null {
  try {
    const store = openReadOnly(path, now, options, db =>
      retrying(() => readableCatalog(db, path), options.onContention),
    );
    if (isBeyondWriting(store.catalog)) return { ...store, isBeyondWriting: true };
    store.db.close();
    return null;
  } catch (error) {
    if (error instanceof SessionDbError && sqliteFailure(error.cause)?.detail === 'ROLLBACK') return null;
    throw error;
  }
}

/** Also for a file without any table, which an interrupted start of another program leaves. */
function openNew(path: string, now: () => number, options: OpenOptions): Store {
  const db = createDatabase(path);
  if (db === null) return openExisting(path, now, options);
  return withCleanUp(db, path, () => {
    const tokenizerFailure = loadTokenizer(db, options);
    const { healIndexUpTo } = options;
    return { db, path, readOnly: false, tokenizerFailure, healIndexUpTo, catalog: catalogOf(db, path), now };
  });
}

/**
 * Looks before SQLite does: it opens folders, and reports the rest late and vaguely; spec: concurrency §2. Looks from
 * outside only: on POSIX systems closing a descriptor of the file would drop the locks of every other connection that
 * this process has to it.
 */
function assertReadableFile(path: string): void {
  try {
    const found = statSync(path);
    if (found.isDirectory())
      throw new SessionDbError('db-folder', `${path} is a folder.`, { hint: 'Choose the state.db inside it.' });
    if (!found.isFile()) throw new SessionDbError('db-not-a-database', `${path} is not a regular file.`);
    if (found.size === 0) {
      throw new SessionDbError('db-empty', `${path} is empty (0 bytes).`, {
        hint: 'Choose another file, or restore a backup.',
      });
    }
    if (found.size < SMALLEST_DATABASE) {
      throw new SessionDbError('db-not-a-database', `${path} is not a SQLite database, or it is encrypted.`, {
        hint: 'Choose the state.db of Hermes.',
      });
    }
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw toSessionDbError(error, path);
  }
}

function connect(path: string, options: SqliteDatabase.Options): Database {
  try {
    return new SqliteDatabase(path, { ...options, timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw openFailure(error, path);
  }
}

/**
 * The catalogue of an open file.
 *
 * @throws SessionDbError `db-empty` where there is no table at all, `db-not-hermes` where those of Hermes are missing.
 */
export function catalogOf(db: Database, path: string): Catalog {
  const catalog = readCatalog(db);
  if (catalog.columns.size === 0) {
    throw new SessionDbError('db-empty', `${path} is a database without any table.`, { hint: 'Choose another file.' });
  }
  if (!LEAST_COLUMNS.every(([table, column]) => has(catalog, table, column))) {
    throw new SessionDbError('db-not-hermes', `${path} is a SQLite database, but not one of Hermes.`, {
      hint: 'Choose the state.db of Hermes.',
    });
  }
  assertRowids(db, path);
  return catalog;
}

/** Everywhere rows are told apart, and shown in the order in which they were stored, by their rowids; spec: schema §3. */
function assertRowids(db: Database, path: string): void {
  const table = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr = 1 AND name IN ('sessions', 'messages')",
    )
    .pluck()
    .get();
  if (table === undefined) return;
  throw new SessionDbError('db-not-hermes', `The table ${table} in ${path} has no rowids, which Hermes's own has.`, {
    hint: 'Choose the state.db of Hermes.',
  });
}

function withCleanUp(db: Database, path: string, build: () => Store): Store {
  try {
    return build();
  } catch (error) {
    db.close();
    throw isFailure(error) ? openFailure(error, path) : error;
  }
}

/** SQLite and the system give a code; what a watcher throws to end an upgrade stays what it is. */
function isFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

/** A readable file fails as "cannot open" where its journal needs side files that the folder does not let us make. */
function openFailure(error: unknown, path: string): SessionDbError {
  if (sqliteFailure(error)?.family === 'CANTOPEN' && !mayWrite(dirname(path))) {
    return new SessionDbError(
      'db-read-only-folder',
      `${path} is in a folder that cannot be written, and its journal needs a side file there.`,
      { hint: 'Make the folder writable, or open a copy of the file together with its -wal file.', cause: error },
    );
  }
  return toSessionDbError(error, path);
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
