import Database from 'better-sqlite3';
import { contentOf, type TableContent } from './table-content.ts';

/** Everything in a file, in a form that can be compared; read by a connection of its own. */
export function fileContent(path: string): TableContent {
  return withFile(path, db => contentOf(db));
}

/** The first column of what a statement reads. */
export function columnIn(path: string, sql: string): unknown[] {
  return withFile(path, db => db.prepare(sql).pluck().all());
}

/** The one value that a statement reads. */
export function valueIn(path: string, sql: string): unknown {
  return columnIn(path, sql)[0];
}

function withFile<T>(path: string, read: (db: Database.Database) => T): T {
  const db = new Database(path, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
