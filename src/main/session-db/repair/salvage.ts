import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { discard, localStamp, publish, reserve } from '../backup-target.ts';
import { SessionDbError } from '../errors.ts';
import type { FtsTable } from '../fts/shapes.ts';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { sqliteFailure, toSessionDbError } from '../sqlite-errors.ts';
import { checkFileHealth } from './health.ts';
import { createIndexes } from './rungs.ts';
import { saveRows, TARGET } from './salvage-rows.ts';
import type { SavedTable } from './salvage-rows.ts';
import { readSchema } from './salvage-schema.ts';
import type { SavedSchema } from './salvage-schema.ts';

/** Where the new file goes and when. */
export interface SalvageOptions extends JobWatch {
  readonly folders: readonly string[];
  /** The clock, in Unix seconds. */
  readonly now: () => number;
}

/** The new file and what it holds. */
export interface Salvage {
  readonly path: string;
  /** Rows by table, in words. */
  readonly detail: string;
}

/**
 * Puts every row that can be read into a new file, `<file>.salvaged-<YYYYMMDD-HHMMSS>`, with the tables and indexes of
 * the old one and search indexes made anew. The damaged file is only read. The new one bears its name only after it
 * passed the full check.
 *
 * @param db - a connection in unsafe mode to the damaged file, without a transaction.
 * @throws SessionDbError `db-corrupt` where not even the schema can be read. Nothing is left behind then.
 */
export function salvage(db: Database, path: string, options: SalvageOptions): Salvage {
  db.pragma('writable_schema = ON');
  const schema = readSchema(db, path);
  const unfinished = reserveAnywhere(path, options);
  try {
    createTables(db, unfinished, schema);
    const tables = saveTables(db, unfinished, schema, options);
    reportStep(options, { phase: 'indexing', done: 0, total: 1, canCancel: true });
    const skipped = finish(unfinished, schema);
    assertSound(unfinished, options);
    return { path: publish(unfinished), detail: told(tables, skipped) };
  } catch (error) {
    discard(unfinished);
    throw error;
  }
}

function reserveAnywhere(path: string, { folders, now }: SalvageOptions): string {
  const name = `${basename(path)}.salvaged-${localStamp(now())}`;
  const { mode } = statSync(path);
  const failures: SessionDbError[] = [];
  for (const folder of new Set([dirname(path), ...folders])) {
    try {
      return reserve(folder, name, mode & 0o777);
    } catch (error) {
      failures.push(toSessionDbError(error, folder));
    }
  }
  throw failures[0] ?? new SessionDbError('internal', `There is no folder for what is left of ${path}.`);
}

function createTables(db: Database, target: string, schema: SavedSchema): void {
  const fresh = new SqliteDatabase(target);
  try {
    fresh.pragma(`page_size = ${String(Number(db.pragma('page_size', { simple: true })))}`);
    for (const pragma of ['user_version', 'application_id']) {
      fresh.pragma(`${pragma} = ${String(Number(db.pragma(pragma, { simple: true })))}`);
    }
    for (const { sql } of schema.tables) fresh.exec(sql);
  } finally {
    fresh.close();
  }
}

/**
 * Every stretch of rows is a transaction of its own: inside one, nothing works after the first row that is damaged.
 * Nothing is flushed before the whole file is; until then it does not bear its name.
 */
function saveTables(...[db, target, schema, watch]: [Database, string, SavedSchema, JobWatch]): SavedTable[] {
  db.prepare(`ATTACH ? AS ${TARGET}`).run(target);
  try {
    db.pragma(`${TARGET}.synchronous = OFF`);
    db.pragma(`${TARGET}.journal_mode = MEMORY`);
    return schema.tables.map(({ name }) => saveRows(db, name, watch));
  } finally {
    db.exec(`DETACH ${TARGET}`);
  }
}

/** @returns names of what could not be made, such as a unique index over rows that differ no more. */
function finish(target: string, schema: SavedSchema): string[] {
  const db = new SqliteDatabase(target);
  try {
    return db.transaction(() => {
      continueIds(db, schema);
      const skipped = schema.others.filter(({ sql }) => !isMade(db, sql)).map(({ name }) => name);
      if (schema.searchTables.length > 0) createIndexes(db, new Set<FtsTable>(schema.searchTables));
      return skipped;
    })();
  } finally {
    db.close();
  }
}

/** An id that was given once is never given again, even if its row is lost. */
function continueIds(db: Database, { sequences }: SavedSchema): void {
  const raise = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?');
  const insert = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
  for (const { name, seq } of sequences) {
    if (raise.run(seq, name).changes === 0) insert.run(name, seq);
  }
}

function isMade(db: Database, sql: string): boolean {
  try {
    db.exec(sql);
    return true;
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return false;
  }
}

function assertSound(target: string, watch: JobWatch): void {
  const { findings } = checkFileHealth(target, { ...watch, depth: 'full' });
  const damaged = findings.find(finding => finding.state === 'damaged');
  if (damaged === undefined) return;
  throw new SessionDbError('db-io', `${target} was written, and is not sound: ${damaged.object}.`, {
    hint: 'Check the disk, and try again.',
  });
}

function told(tables: readonly SavedTable[], skipped: readonly string[]): string {
  const parts = tables
    .filter(({ rows, unreadable }) => rows > 0 || unreadable > 0)
    .map(({ table, rows, unreadable }) => {
      const lost = unreadable === 0 ? '' : ` (up to ${String(unreadable)} unreadable)`;
      return `${table} ${String(rows)}${lost}`;
    });
  const without = skipped.length === 0 ? '' : ` Without ${skipped.join(', ')}.`;
  return `Rows saved: ${parts.join(', ')}.${without}`;
}
