import type { Database, Statement } from 'better-sqlite3';

const kept = new WeakMap<Database, Map<string, Statement<unknown[]>>>();

/**
 * A statement that is prepared once for a connection and kept as long as it: compiling an insert with all its triggers
 * takes as long as a tenth of running it. SQLite compiles it anew by itself where the schema has changed. Only for texts
 * of which there are few.
 *
 * @throws SqliteError as preparing it does; nothing is kept then.
 */
export function prepared(db: Database, sql: string): Statement<unknown[]> {
  const statements = kept.get(db) ?? new Map<string, Statement<unknown[]>>();
  kept.set(db, statements);
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = db.prepare<unknown[]>(sql);
  statements.set(sql, statement);
  return statement;
}
