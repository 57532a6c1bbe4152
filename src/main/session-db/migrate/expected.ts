import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { INDEXES, TABLES } from '../schema.ts';

/** A column as `ALTER TABLE … ADD COLUMN` takes it. */
export interface ExpectedColumn {
  readonly name: string;
  /** Type, `NOT NULL` unless the column is part of the key, and default. */
  readonly definition: string;
}

/** A table that every file has after an upgrade. */
export interface ExpectedTable {
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly ExpectedColumn[];
}

/** An index that every file has after an upgrade. */
export interface ExpectedIndex {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** What a file is brought to. */
export interface ExpectedSchema {
  readonly tables: readonly ExpectedTable[];
  /** Without the one on titles, which needs them to be unique first. */
  readonly indexes: readonly ExpectedIndex[];
  readonly titleIndex: ExpectedIndex;
}

/**
 * Only later builds of the same number have these. A file gets the column with its first pin, and an upgrade leaves
 * what Hermes's own leaves; spec: schema §3, §7.
 */
const LATER_BUILDS = new Set(['sessions.pinned', 'idx_messages_session_id']);

const TITLE_INDEX = 'idx_sessions_title_unique';

let known: ExpectedSchema | null = null;

/** The schema that an upgrade aims at, as SQLite itself reads its definitions; spec: migrations §3. */
export function expectedSchema(): ExpectedSchema {
  known ??= readExpected();
  return known;
}

function readExpected(): ExpectedSchema {
  const db = new SqliteDatabase(':memory:');
  try {
    db.exec(TABLES);
    db.exec(INDEXES);
    const indexes = readObjects(db, 'index').filter(index => !LATER_BUILDS.has(index.name));
    const titleIndex = indexes.find(index => index.name === TITLE_INDEX);
    if (titleIndex === undefined) throw new Error(`${TITLE_INDEX} is not defined`);
    return {
      tables: readObjects(db, 'table').map(({ name, sql }) => ({ name, sql, columns: readColumns(db, name) })),
      indexes: indexes.filter(index => index !== titleIndex),
      titleIndex,
    };
  } finally {
    db.close();
  }
}

function readObjects(db: Database, type: 'table' | 'index'): ExpectedIndex[] {
  return db
    .prepare<[string], ExpectedIndex>(
      `SELECT name, tbl_name AS "table", sql FROM sqlite_master
       WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    .all(type);
}

interface TableInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

function readColumns(db: Database, table: string): ExpectedColumn[] {
  return db
    .prepare<[string], TableInfo>('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)')
    .all(table)
    .filter(column => !LATER_BUILDS.has(`${table}.${column.name}`))
    .map(column => ({ name: column.name, definition: definitionOf(column) }));
}

function definitionOf({ type, notnull, dflt_value, pk }: TableInfo): string {
  const required = notnull !== 0 && pk === 0 ? ' NOT NULL' : '';
  return `${type}${required}${dflt_value === null ? '' : ` DEFAULT ${dflt_value}`}`;
}
