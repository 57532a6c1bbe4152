import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/** A row under the names of its columns. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Names of the ordinary tables: no virtual ones, none that belong to them or to SQLite. */
export function ordinaryTables(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all();
}

/** Every row of a table, all columns, ordered by them. */
export function tableRows(db: Database, table: string): TableRow[] {
  const width = db.prepare(`SELECT * FROM "${table}"`).columns().length;
  const order = Array.from({ length: width }, (_, at) => String(at + 1)).join(', ');
  return db.prepare<[], TableRow>(`SELECT * FROM "${table}" ORDER BY ${order}`).all();
}

/** A hash over all rows and columns of all ordinary tables. */
export function contentHash(db: Database): string {
  const hash = createHash('sha256');
  for (const table of ordinaryTables(db)) hash.update(`${table}\n${JSON.stringify(tableRows(db, table))}\n`);
  return hash.digest('hex');
}

/**
 * What is wrong with the full-text tables, each checked alone and against the content that it reads; a table with a
 * content of its own has nothing to be checked against. Needs a writable connection, and changes nothing.
 */
export function ftsProblems(db: Database): string[] {
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%' AND sql LIKE '%fts5%' ORDER BY name",
    )
    .all();
  return tables.flatMap(({ name, sql }) =>
    (/content\s*=/.test(sql) ? [0, 1] : [0]).flatMap(rank => {
      try {
        db.prepare(`INSERT INTO "${name}" ("${name}", rank) VALUES ('integrity-check', ?)`).run(rank);
        return [];
      } catch (error) {
        return [`${name} (${String(rank)}): ${error instanceof Error ? error.message : String(error)}`];
      }
    }),
  );
}
