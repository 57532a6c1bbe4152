import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { makeCaseDatabase } from '../support/case-database.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { textOf, type Case, type CaseList, type Json } from './case-file.ts';

/** Columns that hold times, by table. */
const TIME_COLUMNS = new Set(['started_at', 'ended_at', 'timestamp', 'last_activity_at', 'first_seen', 'last_seen']);

/** The files of one case, made anew. */
export interface PreparedCase {
  readonly folder: string;
  /** The database; null where the case makes only files. */
  readonly path: string | null;
  readonly listing: string;
}

/** Makes the database and the files of a case. */
export function prepareCase(list: CaseList, { setup }: Case): PreparedCase {
  const path =
    setup.fixture === null ? null : makeCaseDatabase({ ...movedToNow(setup), fixture: setup.fixture }, list.fixtures);
  const folder = path === null ? temporaryFolder() : dirname(path);
  for (const file of setup.files ?? []) {
    if (file.dir !== undefined) mkdirSync(join(folder, file.dir));
    else writeFileSync(join(folder, file.bytes ?? ''), textOf(file.content));
  }
  return { folder, path, listing: listingOf(folder) };
}

/** Names and sizes of the files in a folder, without the side files that SQLite makes for a reader. */
export function listingOf(folder: string): string {
  const names = readdirSync(folder).filter(name => !/-(wal|shm)$/.test(name));
  return names.map(name => `${name} ${String(statSync(join(folder, name)).size)}`).join('\n');
}

/** `setup.now`: the times of the case are moved so that its present is the real one. */
function movedToNow(setup: Case['setup']): Case['setup'] {
  if (setup.now === undefined) return setup;
  const shift = Date.now() / 1000 - setup.now;
  const move = (row: Json): Json =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        TIME_COLUMNS.has(column) && typeof value === 'number' ? value + shift : value,
      ]),
    );
  return {
    ...setup,
    sessions: (setup.sessions ?? []).map(move),
    messages: (setup.messages ?? []).map(move),
    usage: (setup.usage ?? []).map(move),
  };
}

/**
 * What a plain connection reads afterwards.
 *
 * @param demands - `{ sql, value }` each; `ok` means that the statement runs.
 * @returns what does not hold.
 */
export function checkAfter(path: string, demands: readonly Json[]): string[] {
  const db = new Database(path);
  db.pragma('foreign_keys = OFF');
  try {
    return demands.flatMap(demand => {
      const sql = String(demand['sql']);
      const found = run(db, sql);
      return JSON.stringify(found) === JSON.stringify(demand['value'])
        ? []
        : [`afterwards ${sql} gives ${JSON.stringify(found)}, expected ${JSON.stringify(demand['value'])}`];
    });
  } finally {
    db.close();
  }
}

/** Ids of all sessions, read by a plain connection. */
export function sessionIds(path: string): string[] {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
  } finally {
    db.close();
  }
}

function run(db: Database.Database, sql: string): unknown {
  const statement = db.prepare(sql);
  if (!statement.reader) {
    statement.run();
    return 'ok';
  }
  if (sql.startsWith('PRAGMA')) return statement.all();
  return statement.pluck().get();
}
