import type { Database } from 'better-sqlite3';
import { schemaCookie } from './schema-cookie.ts';
import { knownVersion } from './stored-version.ts';

/** How `messages_fts` is laid out; spec: schema §8. `content-only` is the shape of versions 1 to 10. */
export type FtsLayout = 'external' | 'inline' | 'content-only' | 'none';

/** Whether one full-text table can be read on this connection. */
export interface FtsProbe {
  readonly exists: boolean;
  readonly readable: boolean;
  /** What SQLite said when the table could not be read; null otherwise. */
  readonly error: string | null;
}

/**
 * What the open file really holds, read from `sqlite_master` and `table_info`.
 * The number in `schema_version` never decides whether a column, table or index exists.
 */
export interface Catalog {
  /** First row of `schema_version`; null where there is no number. */
  readonly schemaVersion: number | null;
  /** SQLite's own count of changes of the schema, from before the rest was read. */
  readonly schemaCookie: number;
  /** Columns by table, in their stored order. Virtual and shadow tables included. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly indexes: ReadonlySet<string>;
  readonly triggers: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  readonly ftsLayout: FtsLayout;
  readonly fts: { readonly base: FtsProbe; readonly trigram: FtsProbe; readonly cjk: FtsProbe };
}

/** True where the live file has the table, or the column of it. */
export function has(catalog: Catalog, table: string, column?: string): boolean {
  const columns = catalog.columns.get(table);
  return columns !== undefined && (column === undefined || columns.includes(column));
}

/**
 * SQL for a column that a file may lack: the column where it is live, else its default.
 *
 * @param alias - table alias that the column is read from.
 * @param fallback - SQL literal for files without the column, `NULL` unless given.
 */
export function liveColumn(
  catalog: Catalog,
  table: string,
  column: string,
  ...[alias, fallback = 'NULL']: [alias: string, fallback?: string | undefined]
): string {
  return has(catalog, table, column) ? `${alias}."${column}"` : fallback;
}

/** Reads the catalogue of an open connection. Never writes. */
export function readCatalog(db: Database): Catalog {
  const cookie = schemaCookie(db);
  const objects = db
    .prepare<[], { type: string; name: string; sql: string | null }>('SELECT type, name, sql FROM sqlite_master')
    .all();
  const named = (type: string) => new Set(objects.filter(object => object.type === type).map(object => object.name));
  const tables = objects.filter(object => object.type === 'table');
  const columns = new Map(tables.map(table => [table.name, columnsOf(db, table.name, isVirtual(table.sql))]));
  return {
    schemaVersion: knownVersion(db),
    schemaCookie: cookie,
    columns,
    indexes: named('index'),
    triggers: named('trigger'),
    views: named('view'),
    ftsLayout: layoutOf(tables.find(table => table.name === 'messages_fts')?.sql ?? null),
    fts: {
      base: probeFts(db, 'messages_fts', columns),
      trigram: probeFts(db, 'messages_fts_trigram', columns),
      cjk: probeFts(db, 'messages_fts_cjk', columns),
    },
  };
}

/** A virtual table whose module or tokenizer is missing, or whose index is damaged, has no readable columns; that is a fact, not a failure. */
function columnsOf(db: Database, table: string, isVirtual: boolean): string[] {
  const quoted = table.replaceAll('"', '""');
  try {
    return db
      .prepare<[], { name: string }>(`PRAGMA table_info("${quoted}")`)
      .all()
      .map(column => column.name);
  } catch (error) {
    if (isVirtual && error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

function isVirtual(sql: string | null): boolean {
  return /^\s*CREATE\s+VIRTUAL\b/i.test(sql ?? '');
}

/** The word `tool_name` in the stored text is how every build tells the external layout; spec: schema §8.1. */
export function layoutOf(sql: string | null): FtsLayout {
  if (sql === null) return 'none';
  if (sql.includes('tool_name')) return 'external';
  return /content\s*=/i.test(sql) ? 'content-only' : 'inline';
}

function probeFts(db: Database, table: string, columns: ReadonlyMap<string, readonly string[]>): FtsProbe {
  if (!columns.has(table)) return { exists: false, readable: false, error: null };
  try {
    // Newer FTS5 loads a tokenizer at the first query, not when the table is opened, so only a query tells.
    db.prepare(`SELECT rowid FROM "${table}" WHERE "${table}" MATCH '"probe"' LIMIT 1`).all();
    return { exists: true, readable: true, error: null };
  } catch (error) {
    return { exists: true, readable: false, error: error instanceof Error ? error.message : String(error) };
  }
}
