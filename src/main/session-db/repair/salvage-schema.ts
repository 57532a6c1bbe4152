import type { Database } from 'better-sqlite3';
import { SessionDbError } from '../errors.ts';
import type { FtsTable } from '../fts/shapes.ts';
import { sqliteFailure } from '../sqlite-errors.ts';

/** An object and the text that makes it. */
export interface SavedObject {
  readonly name: string;
  readonly sql: string;
}

/** What a new file is made of. */
export interface SavedSchema {
  /** Tables with data of their own. */
  readonly tables: readonly SavedObject[];
  /** Indexes, then views, then triggers; nothing that belongs to a search index. */
  readonly others: readonly SavedObject[];
  readonly searchTables: readonly FtsTable[];
  /** Last given ids of the tables that never give one twice. */
  readonly sequences: readonly { readonly name: string; readonly seq: number }[];
}

interface Row {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

const ORDER = ['index', 'view', 'trigger'];

/**
 * Reads the schema of a damaged file. Of two objects of one name the first counts.
 *
 * @throws SessionDbError `db-corrupt` where the tables of sessions and messages are not in what can be read.
 */
export function readSchema(db: Database, path: string): SavedSchema {
  const rows = distinct(readMaster(db)).filter(row => !isOfSearch(row.name) && !row.name.startsWith('sqlite_'));
  const made = (row: Row): SavedObject[] => (row.sql === null ? [] : [{ name: row.name, sql: row.sql }]);
  const tables = rows.filter(row => row.type === 'table' && !/^CREATE\s+VIRTUAL/i.test(row.sql ?? '')).flatMap(made);
  for (const needed of ['sessions', 'messages']) {
    if (tables.some(table => table.name === needed)) continue;
    throw new SessionDbError('db-corrupt', `${path} is damaged at its beginning: nothing says where its rows are.`, {
      hint: 'Open a backup or a snapshot.',
    });
  }
  const others = ORDER.flatMap(type => rows.filter(row => row.type === type).flatMap(made));
  return { tables, others, searchTables: searchTables(db), sequences: readSequences(db) };
}

/** Row by row from both ends, as far as it can be read. */
function readMaster(db: Database): Row[] {
  const read = (order: 'ASC' | 'DESC') => {
    const found: (Row & { readonly position: number })[] = [];
    try {
      const rows = db
        .prepare<[], Row & { position: number }>(
          `SELECT rowid AS position, type, name, sql FROM sqlite_master ORDER BY rowid ${order}`,
        )
        .iterate();
      for (const row of rows) found.push(row);
    } catch (error) {
      if (sqliteFailure(error)?.family !== 'CORRUPT') throw error;
    }
    return found;
  };
  const byPosition = new Map([...read('DESC'), ...read('ASC')].map(row => [row.position, row]));
  return [...byPosition.values()].sort((left, right) => left.position - right.position);
}

function distinct(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ type, name }) => {
    const key = `${type} ${name}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Former search indexes that wait to be torn down hold nothing of their own either. */
function isOfSearch(name: string): boolean {
  return name.startsWith('messages_fts') || name.startsWith('fts_v22_trash_');
}

function searchTables(db: Database): FtsTable[] {
  const names = new Set(readMaster(db).map(row => row.name));
  return (['messages_fts', 'messages_fts_trigram'] as const).filter(name => names.has(name));
}

function readSequences(db: Database): SavedSchema['sequences'] {
  try {
    return db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').all();
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return [];
  }
}
