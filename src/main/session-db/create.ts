import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { FTS_OBJECTS } from './fts-schema.ts';
import { chooseJournalOfNewFile, prepareWriter } from './journal.ts';
import { INDEXES, SCHEMA_VERSION, TABLES } from './schema.ts';
import { toSessionDbError } from './sqlite-errors.ts';
import { retrying } from './write.ts';

/**
 * Creates a database of the current schema, and its folder. Everything is one transaction: an interruption leaves an
 * empty file, never half a schema. Where another process was faster its schema stays, and may need an upgrade.
 *
 * @param timeoutMs - how long to wait for the lock of a process that creates the same file, at each attempt.
 */
export function createDatabase(path: string, timeoutMs: number): Database {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return retrying(() => build(new SqliteDatabase(path, { timeout: timeoutMs })));
  } catch (error) {
    throw toSessionDbError(error, path);
  }
}

function build(db: Database): Database {
  try {
    db.pragma('mmap_size = 0');
    if (isEmpty(db)) chooseJournalOfNewFile(db);
    prepareWriter(db);
    db.transaction(() => {
      if (!isEmpty(db)) return;
      db.exec(TABLES);
      db.exec(INDEXES);
      db.exec(FTS_OBJECTS);
      db.prepare('INSERT INTO schema_version (version) VALUES (?)').run(SCHEMA_VERSION);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined;
}
