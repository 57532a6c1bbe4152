import type { Database } from 'better-sqlite3';

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** True where the file has the table, index, trigger or view. */
export function hasObject(db: Database, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_master WHERE name = ? LIMIT 1').get(name) !== undefined;
}

/** Names of the live columns in their stored order; empty where there is no such table. */
export function columnsOf(db: Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

/** Names of the columns of the primary key, in its order. */
export function keyOf(db: Database, table: string): string[] {
  return db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table);
}
