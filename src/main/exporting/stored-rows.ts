import { columnValue } from '../session-db/session-row.ts';
import type { Store } from '../session-db/store.ts';

/** A value as SQLite gives it; bytes where a foreign program wrote some. */
export type Stored = string | number | null | Uint8Array;
/** A row in the order of its columns: every live column, those of other programs too. */
export type StoredRow = readonly Stored[];
/** Gets a row, and how many of its texts were too long to be in it; they are null there. */
export type RowVisitor = (row: StoredRow, leftOut: number) => void;

/**
 * Longest text of one column that is exported, in bytes: one that is longer does not fit into memory several times.
 * Hermes itself stores tool output up to some hundred kilobytes.
 */
export const LONGEST_TEXT = 32 * 1024 * 1024;
/** Rows of one slice: between slices the file belongs to others. */
const SLICE_ROWS = 200;
/** A slice of long texts ends earlier, in milliseconds. */
const SLICE_MS = 50;

/** Makes a function that reads the row of a session; null for one that is gone. */
export function sessionReader({ db, catalog }: Store): (id: string) => BoundedRow | null {
  const values = (catalog.columns.get('sessions') ?? []).map(name => columnValue(catalog, 's', name));
  const statement = db.prepare<[string], Stored[]>(`SELECT ${bounded(values)} FROM sessions s WHERE s.id = ?`).raw();
  return id => {
    const row = statement.get(id);
    return row === undefined ? null : withoutCount(row);
  };
}

/**
 * Makes a function that hands over messages in the order of their ids, in slices: no statement stays open for longer,
 * so that no checkpoint of another program waits. A message that is deleted meanwhile is left out.
 */
export function messageReader({ db, catalog }: Store): (ids: readonly number[], visit: RowVisitor) => void {
  const values = (catalog.columns.get('messages') ?? []).map(name => `m.${quoted(name)}`);
  const place = (catalog.columns.get('messages') ?? []).indexOf('id');
  const ordinary = db
    .prepare<[string], Stored[]>(
      `SELECT ${values.join(', ')} FROM messages m
       WHERE m.id IN (SELECT value FROM json_each(?)) AND ${sizeOf(values)} <= ${String(LONGEST_TEXT)} ORDER BY m.id`,
    )
    .raw();
  const single = db.prepare<[number], Stored[]>(`SELECT ${bounded(values)} FROM messages m WHERE m.id = ?`).raw();
  const visitSingle = (id: number, visit: RowVisitor): void => {
    const row = single.get(id);
    if (row === undefined) return;
    const { values: rest, leftOut } = withoutCount(row);
    visit(rest, leftOut);
  };
  return (ids, visit) => {
    for (let at = 0; at < ids.length;) {
      const end = Math.min(ids.length, at + SLICE_ROWS);
      const start = performance.now();
      for (const row of ordinary.iterate(JSON.stringify(ids.slice(at, end)))) {
        for (; at < end && ids[at] !== row[place]; at += 1) visitSingle(ids[at] ?? 0, visit);
        visit(row, 0);
        at += 1;
        if (performance.now() - start > SLICE_MS) break;
      }
      // What stands behind the last row that was found, where time was not up.
      if (performance.now() - start <= SLICE_MS) for (; at < end; at += 1) visitSingle(ids[at] ?? 0, visit);
    }
  };
}

/** A row whose long texts are null, and how many those are. */
export interface BoundedRow {
  readonly values: StoredRow;
  readonly leftOut: number;
}

/** Values of a row, NULL where they are too long, and last how many those are. */
function bounded(values: readonly string[]): string {
  const limit = String(LONGEST_TEXT);
  const short = values.map(value => `CASE WHEN octet_length(${value}) > ${limit} THEN NULL ELSE ${value} END`);
  const leftOut = values.map(value => `ifnull(octet_length(${value}) > ${limit}, 0)`);
  return `${short.join(', ')}, ${leftOut.join(' + ')}`;
}

function withoutCount(row: readonly Stored[]): BoundedRow {
  return { values: row.slice(0, -1), leftOut: Number(row.at(-1)) };
}

/** Bytes of all values of a row together. */
function sizeOf(values: readonly string[]): string {
  return `(${values.map(value => `ifnull(octet_length(${value}), 0)`).join(' + ')})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
