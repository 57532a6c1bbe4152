import type { Database } from 'better-sqlite3';

/** The number that SQLite raises with every change of a schema, whoever makes it. */
export function schemaCookie(db: Database): number {
  return Number(db.pragma('schema_version', { simple: true }));
}
