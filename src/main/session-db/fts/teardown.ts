import type { Database } from 'better-sqlite3';
import type { Store } from '../store.ts';
import { write } from '../write.ts';
import { assertIndexWork } from './permission.ts';
import { readFtsState } from './state.ts';

const ROWS_PER_STEP = 500;

/**
 * Removes up to 500 rows of the old index, or one of its tables that is empty. Small steps, since dropping a table of
 * gigabytes would hold the write lock for minutes; spec: migrations §6 (6).
 *
 * @returns whether there was anything to remove.
 */
export function ftsTeardownStep(store: Store): boolean {
  assertIndexWork(store);
  if (readFtsState(store.db).trash.length === 0) return false;
  return write(store, db => {
    const [table] = readFtsState(db).trash;
    if (table === undefined) return false;
    if (removeRows(db, table) === 0) db.exec(`DROP TABLE "${table}"`);
    return true;
  });
}

function removeRows(db: Database, table: string): number {
  const key = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table)
    .map(column => `"${column}"`)
    .join(', ');
  const row = key === '' ? 'rowid' : key;
  return db
    .prepare(`DELETE FROM "${table}" WHERE (${row}) IN (SELECT ${row} FROM "${table}" LIMIT ${String(ROWS_PER_STEP)})`)
    .run().changes;
}
