import type { Store } from '../session-db/store.ts';
import { dependentRows } from './dependent-tables.ts';
import { quoted, shapeOf } from './exact-rows.ts';

/** How many rows of a table go, and how much is in them. */
export interface StoredBytes {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
}

/** SQL for the bytes of a row's values: text in the encoding of the file, numbers as they are written. */
export function rowBytesSql(columns: readonly string[], alias: string): string {
  return columns.map(column => `COALESCE(octet_length(${alias}.${quoted(column)}), 0)`).join(' + ');
}

/**
 * Rows and bytes that go with sessions, by table; tables without such rows are left out. Reads lengths, not texts.
 *
 * @param ids - the sessions themselves, subagents included.
 * @param guard - see LaneContext; rows of tables without a row number are not sampled.
 */
export function storedBytes(store: Store, ids: readonly string[], guard?: (rowid: string) => string): StoredBytes[] {
  const bound = { ids: JSON.stringify(ids) };
  return dependentRows(store)
    .map(({ table, where }) => {
      const shape = shapeOf(store.db, table);
      const guarded =
        guard === undefined || shape.rowid === null ? where : `${guard(`t.${shape.rowid}`)} AND (${where})`;
      const sql = `SELECT COUNT(*) AS "rows", COALESCE(SUM(${rowBytesSql(shape.columns, 't')}), 0) AS bytes
        FROM ${quoted(table)} t WHERE ${guarded}`;
      const found = store.db.prepare<[{ ids: string }], { rows: number; bytes: number }>(sql).get(bound);
      return { table, rows: found?.rows ?? 0, bytes: found?.bytes ?? 0 };
    })
    .filter(({ rows }) => rows > 0);
}
