import { sessionTables } from '../session-db/session-tables.ts';
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

/** What one session holds. */
export interface SessionBytes {
  readonly messages: number;
  /** Of its row and of all rows that belong to it. */
  readonly bytes: number;
}

/** The same by session. Rows that hang on other rows than the session's own are not counted. */
export function storedBytesBySession(
  store: Store,
  ids: readonly string[],
  guard: (rowid: string) => string,
): Map<string, SessionBytes> {
  const bound = { ids: JSON.stringify(ids) };
  const found = new Map<string, SessionBytes>();
  for (const { table, column } of [{ table: 'sessions', column: 'id' }, ...sessionTables(store)]) {
    const { columns, rowid } = shapeOf(store.db, table);
    const guarded = rowid === null ? '1' : guard(`t.${rowid}`);
    const sql = `SELECT t.${quoted(column)} AS id, COUNT(*) AS "rows", SUM(${rowBytesSql(columns, 't')}) AS bytes
      FROM ${quoted(table)} t WHERE ${guarded} AND t.${quoted(column)} IN (SELECT value FROM json_each(:ids)) GROUP BY 1`;
    const sums = store.db.prepare<[{ ids: string }], { id: string; rows: number; bytes: number }>(sql).all(bound);
    for (const { id, rows, bytes } of sums) {
      const before = found.get(id) ?? { messages: 0, bytes: 0 };
      const messages = before.messages + (table === 'messages' ? rows : 0);
      found.set(id, { messages, bytes: before.bytes + bytes });
    }
  }
  return found;
}
