import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { SessionDbError } from './errors.ts';
import { FTS_OBJECTS } from './fts-schema.ts';
import { BUSY_TIMEOUT_MS, chooseJournalOfNewFile, prepareWriter } from './journal.ts';
import { INDEXES, SCHEMA_VERSION, TABLES } from './schema.ts';
import { toSessionDbError } from './sqlite-errors.ts';
import { retrying } from './write.ts';

/**
 * Creates a database of the current schema, and its folder. It is built under another name and takes its own in one
 * step, so nobody ever sees half of it, and an interruption leaves no file of that name. An empty file that is there
 * already is filled in one transaction.
 *
 * @returns an open connection; null where another process was faster, whose file may be anything.
 */
export function createDatabase(path: string): Database | null {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return existsSync(path) || !place(path) ? retrying(() => fill(path)) : retrying(() => connect(path));
  } catch (error) {
    throw toSessionDbError(error, path);
  }
}

/** @returns false where the name is taken by now, or the file system cannot give a file a second name. */
function place(path: string): boolean {
  const draft = `${path}.new-${randomUUID()}`;
  try {
    fill(draft)?.close();
    linkSync(draft, path);
    return true;
  } catch {
    // Whatever stands in the way of the draft stands in the way of the file too, which then says what it is.
    return false;
  } finally {
    for (const side of ['', '-wal', '-shm', '-journal']) rmSync(draft + side, { force: true });
  }
}

function connect(path: string): Database {
  const db = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS });
  return closingOnFailure(db, () => {
    db.pragma('mmap_size = 0');
    prepareWriter(db);
    return db;
  });
}

function fill(path: string): Database | null {
  const db = connect(path);
  return closingOnFailure(db, () => {
    if (isEmpty(db)) {
      assertUnclaimed(db);
      chooseJournalOfNewFile(db);
    }
    if (db.transaction(() => build(db)).immediate()) return db;
    db.close();
    return null;
  });
}

function closingOnFailure<T>(db: Database, use: () => T): T {
  try {
    return use();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @returns false where there is something already. */
function build(db: Database): boolean {
  if (!isEmpty(db)) return false;
  db.exec(TABLES);
  db.exec(INDEXES);
  db.exec(FTS_OBJECTS);
  db.prepare('INSERT INTO schema_version (version) VALUES (?)').run(SCHEMA_VERSION);
  return true;
}

/** Other programs say by these numbers that a database without tables is theirs. */
function assertUnclaimed(db: Database): void {
  if (['user_version', 'application_id'].every(name => db.pragma(name, { simple: true }) === 0)) return;
  throw new SessionDbError('db-empty', `${db.name} is a database without any table, and another program's.`, {
    hint: 'Choose another file.',
  });
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined;
}
