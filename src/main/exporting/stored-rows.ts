import { storedText } from '../session-db/content.ts';
import { lastActive } from '../session-db/lineage-sql.ts';
import { liveCondition } from '../session-db/message-rows.ts';
import { columnValue } from '../session-db/session-row.ts';
import type { Store } from '../session-db/store.ts';

/** A value as SQLite gives it. */
export type Stored = string | number | null;
/** A row by column name, in the order of the columns; every live column, those of other programs too. */
export type StoredRow = Readonly<Record<string, Stored>>;
/** Gets a row, and how many of its texts were too long to be in it; they are null there. */
export type RowVisitor = (row: StoredRow, leftOut: number) => void;

/**
 * Longest text of one column that is exported, in bytes: one that is longer does not fit into memory several times.
 * Hermes itself stores tool output up to some hundred kilobytes.
 */
const LONGEST_TEXT = 32 * 1024 * 1024;
/** Rows of one slice: between slices the file belongs to others. */
const SLICE_ROWS = 200;
/** A slice of long texts ends earlier, in milliseconds. */
const SLICE_MS = 50;

/** A session in its place among those of an export. */
export interface ListedSession {
  readonly id: string;
  /** Latest message, else start; the type is whatever the file holds. */
  readonly lastActive: Stored;
}

/** Every session in the order of `export_all`; spec: api §8, §9. Only ids, so that the list stays small. */
export function everySession({ db, catalog }: Store): ListedSession[] {
  return db
    .prepare<[], ListedSession>(
      `SELECT s.id AS id, ${lastActive(catalog, 's')} AS lastActive FROM sessions s WHERE s.id IS NOT NULL
       ORDER BY lastActive DESC, s.started_at DESC, s.id DESC`,
    )
    .all();
}

/** Makes a function that reads the row of a session; null for one that is gone. */
export function sessionReader(store: Store): (id: string) => { row: StoredRow; leftOut: number } | null {
  const names = store.catalog.columns.get('sessions') ?? [];
  const columns = names.map(name => ({ name, value: columnValue(store.catalog, 's', name) }));
  const statement = store.db.prepare<[string], RawRow>(`${boundedSelect(columns)} FROM sessions s WHERE s.id = ?`);
  return id => {
    const raw = statement.get(id);
    return raw === undefined ? null : split(raw);
  };
}

/** Makes a function that lists the messages of a session's live transcript, in order; spec: api §2. */
export function liveMessageIds({ db, catalog }: Store): (sessionId: string) => number[] {
  const statement = db
    .prepare<[string], number>(
      `SELECT m.id FROM messages m WHERE m.session_id = ? AND ${liveCondition(catalog)} ORDER BY m.id`,
    )
    .pluck();
  return sessionId => statement.all(sessionId);
}

/**
 * Makes a function that hands over messages in the order of their ids, in slices: no statement stays open for longer,
 * so that no checkpoint of another program waits. A message that is deleted meanwhile is left out.
 */
export function messageReader({ db, catalog }: Store): (ids: readonly number[], visit: RowVisitor) => void {
  const columns = (catalog.columns.get('messages') ?? []).map(name => ({ name, value: `m.${quoted(name)}` }));
  const statement = db.prepare<[string], RawRow>(
    `${boundedSelect(columns)} FROM messages m WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`,
  );
  return (ids, visit) => {
    for (let at = 0; at < ids.length;) {
      const slice = ids.slice(at, at + SLICE_ROWS);
      const last = visitSlice(statement.iterate(JSON.stringify(slice)), visit);
      at = last === null ? at + slice.length : ids.indexOf(last, at) + 1;
    }
  };
}

/** @returns id of the row after which time was up; null where the slice was read to its end. */
function visitSlice(rows: Iterable<RawRow>, visit: RowVisitor): number | null {
  const start = performance.now();
  for (const raw of rows) {
    const { row, leftOut } = split(raw);
    visit(row, leftOut);
    if (performance.now() - start > SLICE_MS) return Number(row['id']);
  }
  return null;
}

type RawRow = Record<string, unknown>;

/** Values of a row, NULL where they are too long, and last how many those are. */
function boundedSelect(columns: readonly { readonly name: string; readonly value: string }[]): string {
  const limit = String(LONGEST_TEXT);
  const values = columns.map(
    ({ name, value }) => `CASE WHEN octet_length(${value}) > ${limit} THEN NULL ELSE ${value} END AS ${quoted(name)}`,
  );
  const leftOut = columns.map(({ value }) => `ifnull(octet_length(${value}) > ${limit}, 0)`).join(' + ');
  return `SELECT ${values.join(', ')}, ${leftOut} AS "left out"`;
}

/** Bytes where a foreign program wrote them are the text that they hold. */
function split(raw: RawRow): { row: StoredRow; leftOut: number } {
  const entries = Object.entries(raw);
  const leftOut = Number(entries.pop()?.[1] ?? 0);
  return { leftOut, row: Object.fromEntries(entries.map(([name, value]) => [name, plainValue(value)])) };
}

function plainValue(value: unknown): Stored {
  return typeof value === 'number' ? value : storedText(value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
