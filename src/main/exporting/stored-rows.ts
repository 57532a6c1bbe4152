import { has, type Catalog } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { MESSAGE_COLUMNS } from '../session-db/known-columns.ts';
import { lastActive } from '../session-db/lineage-sql.ts';
import { liveCondition, messageColumns } from '../session-db/message-rows.ts';
import { hasSharedPrompts } from '../session-db/session-row.ts';
import type { Store } from '../session-db/store.ts';

/** A value as SQLite gives it. */
export type Stored = string | number | null;
/** A row by column name, in the order of the columns. */
export type StoredRow = Readonly<Record<string, Stored>>;

/**
 * Longest text of one column that is exported, in bytes: one that is longer does not fit into memory several times.
 * Hermes itself stores tool output up to some hundred kilobytes.
 */
const LONGEST_TEXT = 32 * 1024 * 1024;
/** Begins the text that stands in the place of one that is too long. */
export const LEFT_OUT = '[Text left out of this export:';

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
      `SELECT s.id AS id, ${lastActive(catalog, 's')} AS lastActive FROM sessions s
       ORDER BY lastActive DESC, s.started_at DESC, s.id DESC`,
    )
    .all();
}

/** Makes a function that reads the stored row of a session, every live column; null for one that is gone. */
export function sessionReader({ db, catalog }: Store): (id: string) => StoredRow | null {
  const columns = (catalog.columns.get('sessions') ?? []).map(
    name => `${sessionColumn(catalog, name)} AS ${quoted(name)}`,
  );
  const statement = db.prepare<[string], Record<string, unknown>>(
    `SELECT ${columns.join(', ')} FROM sessions s WHERE s.id = ?`,
  );
  return id => {
    const row = statement.get(id);
    return row === undefined ? null : plainRow(row);
  };
}

/** Later builds keep prompts in a table of their own; spec: schema §11. */
function sessionColumn(catalog: Catalog, name: string): string {
  const own = bounded(`s.${quoted(name)}`);
  if (name !== 'system_prompt' || !hasSharedPrompts(catalog)) return own;
  return `COALESCE((SELECT ${bounded('sp.prompt')} FROM system_prompts sp WHERE sp.hash = s.system_prompt_hash), ${own})`;
}

/** Ids of the rows of a session's live transcript, in order; spec: api §2. */
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
 *
 * The columns are those that `get_messages` has, and behind them whatever else the live table holds.
 */
export function messageReader({
  db,
  catalog,
}: Store): (ids: readonly number[], visit: (row: StoredRow) => void) => void {
  const known = new Set<string>(MESSAGE_COLUMNS);
  const others = (catalog.columns.get('messages') ?? []).filter(name => !known.has(name));
  const columns = [
    ...MESSAGE_COLUMNS.map(name =>
      has(catalog, 'messages', name) ? `${bounded(`m.${quoted(name)}`)} AS ${quoted(name)}` : missing(catalog, name),
    ),
    ...others.map(name => `${bounded(`m.${quoted(name)}`)} AS ${quoted(name)}`),
  ];
  const statement = db.prepare<[string], Record<string, unknown>>(
    `SELECT ${columns.join(', ')} FROM messages m WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`,
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
function visitSlice(rows: Iterable<Record<string, unknown>>, visit: (row: StoredRow) => void): number | null {
  const start = performance.now();
  for (const row of rows) {
    visit(plainRow(row));
    if (performance.now() - start > SLICE_MS) return Number(row['id']);
  }
  return null;
}

/** What a column means in a file that lacks it, under its name. */
function missing(catalog: Catalog, name: string): string {
  return messageColumns(catalog)
    .split(', ')
    .filter(column => column.endsWith(` AS ${quoted(name)}`))
    .join();
}

/** SQL of a column whose text is too long for memory: what stands there instead says so. */
function bounded(column: string): string {
  return (
    `CASE WHEN octet_length(${column}) > ${String(LONGEST_TEXT)} ` +
    `THEN '${LEFT_OUT} ' || octet_length(${column}) || ' bytes]' ELSE ${column} END`
  );
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Bytes where a foreign program wrote them are the text that they hold. */
function plainRow(row: Readonly<Record<string, unknown>>): StoredRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? value : storedText(value)]),
  );
}
