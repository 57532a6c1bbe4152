import type { Database } from 'better-sqlite3';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import { quoted } from '../tables.ts';

/** What was saved of one table. */
export interface SavedTable {
  readonly table: string;
  readonly rows: number;
  /** Ids that cannot be read. Some of them may never have been used. */
  readonly unreadable: number;
}

/** The name under which the new file is attached. */
export const TARGET = 'salvaged';

/** Widest stretch of ids that is copied at once. */
const WIDEST = 4096;

/** How many ids are tried where the file says nowhere what the last one is. */
const BLIND_IDS = 1_000_000;

interface RowCopier {
  /** Copies the rows of a stretch of ids. */
  readonly stretch: (low: number, high: number) => number;
  /** Copies one row, and does not look beyond it. */
  readonly one: (id: number) => number;
  readonly isVacant: (low: number, high: number) => boolean;
}

/**
 * Copies every row of a table that can be read into the table of the same name of the attached file, inside SQLite, so
 * that no value is converted. Where a stretch of ids cannot be read it is halved, down to the single row.
 */
export function saveRows(db: Database, table: string, watch: JobWatch): SavedTable {
  const copier = rowCopier(db, table);
  if (copier === null) return saveWhole(db, table);
  const { first, last } = idsOf(db, table);
  const saved = { table, rows: 0, unreadable: 0 };
  const save = (low: number, high: number): void => {
    const isNarrow = high - low < WIDEST;
    if (isNarrow)
      reportStep(watch, { phase: 'salvaging', done: low - first, total: last - first + 1, canCancel: true });
    else if (attempt(() => copier.isVacant(low, high)) === true) return;
    const copied = isNarrow ? attempt(() => (low === high ? copier.one(low) : copier.stretch(low, high))) : null;
    saved.rows += copied ?? 0;
    if (copied !== null) return;
    if (low === high) {
      saved.unreadable += 1;
      return;
    }
    const middle = low + Math.floor((high - low) / 2);
    save(low, middle);
    save(middle + 1, high);
  };
  if (last >= first) save(first, last);
  return saved;
}

/** Null where the rows have no ids of their own: such a table can only be copied as one. */
function rowCopier(db: Database, table: string): RowCopier | null {
  const columns = db
    .prepare<[string], { name: string; type: string; pk: number }>('SELECT name, type, pk FROM pragma_table_info(?)')
    .all(table);
  const keys = columns.filter(column => column.pk > 0);
  const hasOwnId = keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER';
  const names = columns.map(column => quoted(column.name));
  const list = (hasOwnId ? names : ['rowid', ...names]).join(', ');
  const source = `main.${quoted(table)} NOT INDEXED`;
  const insert = `INSERT INTO ${TARGET}.${quoted(table)} (${list}) SELECT ${list} FROM ${source}`;
  try {
    const stretch = db.prepare<[number, number]>(`${insert} WHERE rowid BETWEEN ? AND ? ORDER BY rowid`);
    const one = db.prepare<[number]>(`${insert} WHERE rowid = ?`);
    const seek = db.prepare<[number, number]>(`SELECT 1 FROM ${source} WHERE rowid BETWEEN ? AND ? LIMIT 1`);
    return {
      stretch: (low, high) => stretch.run(low, high).changes,
      one: id => one.run(id).changes,
      isVacant: (low, high) => seek.get(low, high) === undefined,
    };
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'ERROR') throw error;
    return null;
  }
}

function saveWhole(db: Database, table: string): SavedTable {
  const name = quoted(table);
  const copied = attempt(() => db.prepare(`INSERT INTO ${TARGET}.${name} SELECT * FROM main.${name}`).run().changes);
  return { table, rows: copied ?? 0, unreadable: copied === null ? 1 : 0 };
}

/** The span of ids by whatever can be read: the table's own ends, its indexes, the counter of given ids. */
function idsOf(db: Database, table: string): { readonly first: number; readonly last: number } {
  const name = quoted(table);
  const indexes = db.prepare<[string], string>('SELECT name FROM pragma_index_list(?)').pluck().all(table);
  const sources = [`${name} NOT INDEXED`, ...indexes.map(index => `${name} INDEXED BY ${quoted(index)}`)];
  const ask = (sql: string) => attempt(() => db.prepare<[], number | null>(sql).pluck().get() ?? null);
  const known = (values: readonly (number | null)[]) => values.filter(value => value !== null);
  const lows = known(sources.map(source => ask(`SELECT min(rowid) FROM main.${source}`)));
  const highs = known(sources.map(source => ask(`SELECT max(rowid) FROM main.${source}`)));
  const given = ask(`SELECT max(seq) FROM main.sqlite_sequence WHERE name = '${table.replaceAll("'", "''")}'`);
  const first = Math.min(1, ...lows);
  if (highs.length === 0 && given === null) return { first, last: isEmpty(db, table) ? first - 1 : BLIND_IDS };
  return { first, last: Math.max(...highs, given ?? 0) };
}

function isEmpty(db: Database, table: string): boolean {
  return attempt(() => (db.prepare(`SELECT 1 FROM main.${quoted(table)} LIMIT 1`).get() === undefined ? 1 : 0)) === 1;
}

/** Null for what cannot be read, or what the new table does not take; failures of the disk end the task. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    const family = sqliteFailure(error)?.family ?? '';
    if (['CORRUPT', 'CONSTRAINT', 'ERROR', 'TOOBIG', 'NOTADB', 'MISMATCH'].includes(family)) return null;
    throw error;
  }
}
