import type { Database } from 'better-sqlite3';

/**
 * The tables that hold data of their own: no views, no virtual tables, and nothing that belongs to a virtual table.
 *
 * @returns names in alphabetical order; `sqlite_sequence` is among them where it exists.
 */
export function ordinaryTables(db: Database): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'sqlite_master') ORDER BY name`,
    )
    .pluck()
    .all();
}

/** A name as it stands in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
