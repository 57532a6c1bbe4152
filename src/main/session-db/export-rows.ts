import type { Statement } from 'better-sqlite3';
import { lastActive } from './lineage-sql.ts';
import { liveCondition } from './message-rows.ts';
import { columnValue } from './session-row.ts';
import type { Store } from './store.ts';

/** A text that is too large to be read; the export has null in its place. */
export interface UnreadableText {
  readonly session_id: string;
  /** Null where it is a column of the session itself. */
  readonly message_id: number | null;
  readonly column: string;
  readonly bytes: number;
}

/** How rows are read for an export. */
export interface ExportLimits {
  /**
   * Bytes of one row beyond which its texts are looked at one by one, and of one text beyond which it is left out: 256
   * MiB unless given. SQLite cannot hand over any part of a text of more than about 512 MB.
   */
  readonly maxTextBytes?: number;
  /** Told of every text that is left out. */
  readonly onUnreadable?: (text: UnreadableText) => void;
}

const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** Ids are listed in stretches, so that not even the list of a session's messages is held as a whole. */
const IDS_AT_ONCE = 20_000;

/** SQL that reads one row by its key, however large it is. */
export interface GuardedSql {
  /** Names of the values that `small` and `large` give, in their order. */
  readonly columns: readonly string[];
  /** Binds the key and the limit; gives nothing where all of the row's values together are above it. */
  readonly small: string;
  /** Binds the key; values above the limit are NULL. */
  readonly large: string;
  /** Binds the key; bytes of each value. */
  readonly sizes: string;
  readonly limit: number;
}

/** SQL for session rows by id, every live column in stored order; with `last_active` at the end where it is asked for. */
export function sessionSql(store: Store, limits: ExportLimits, withActivity: boolean): GuardedSql {
  const columns = (store.catalog.columns.get('sessions') ?? []).map(name => ({
    name,
    value: columnValue(store.catalog, 's', name),
  }));
  const active = withActivity ? [{ name: 'last_active', value: lastActive(store.catalog, 's') }] : [];
  return guardedSql([...columns, ...active], 'FROM sessions s WHERE s.id = ?', limits);
}

/** As {@link GuardedSql}, with a way to read many messages at once. */
export interface MessageSql extends GuardedSql {
  /** Binds a JSON list of ids and a limit; gives the rows, by id, whose values together are not above it. */
  readonly together: string;
}

/** SQL for live messages by id, every live column in stored order. */
export function messageSql(store: Store, limits: ExportLimits): MessageSql {
  const columns = (store.catalog.columns.get('messages') ?? []).map(name => ({ name, value: `m.${quoted(name)}` }));
  const from = (ids: string) => `FROM messages m WHERE m.id ${ids} AND ${liveCondition(store.catalog)}`;
  const many = guardedSql(columns, from('IN (SELECT value FROM json_each(?))'), limits);
  return { ...guardedSql(columns, from('= ?'), limits), together: `${many.small} ORDER BY m.id` };
}

interface Column {
  readonly name: string;
  readonly value: string;
}

function guardedSql(columns: readonly Column[], from: string, limits: ExportLimits): GuardedSql {
  const limit = limits.maxTextBytes ?? MAX_TEXT_BYTES;
  const list = (map: (value: string) => string) =>
    columns.map(({ name, value }) => `${map(value)} AS ${quoted(name)}`).join(', ');
  const size = columns.map(({ value }) => `COALESCE(octet_length(${value}), 0)`).join(' + ');
  return {
    columns: columns.map(({ name }) => name),
    small: `SELECT ${list(value => value)} ${from} AND ${size} <= ?`,
    large: `SELECT ${list(value => `CASE WHEN octet_length(${value}) <= ${limit} THEN ${value} END`)} ${from}`,
    sizes: `SELECT ${list(value => `octet_length(${value})`)} ${from}`,
    limit,
  };
}

/** The statements of a {@link GuardedSql}, prepared for the rows that the caller wants. */
export interface GuardedStatements<K, R> {
  readonly small: Statement<[K, number], R>;
  readonly large: Statement<[K], R>;
  readonly sizes: Statement<[K], Record<string, number | null>>;
}

/** Most rows are small and read at once; what is too large for that is read value by value. */
export function readGuarded<K, R>(
  statements: GuardedStatements<K, R>,
  key: K,
  limit: number,
  onTooLarge: (column: string, bytes: number) => void,
): R | undefined {
  const row = statements.small.get(key, limit);
  if (row !== undefined) return row;
  for (const [column, bytes] of Object.entries(statements.sizes.get(key) ?? {})) {
    if (bytes !== null && bytes > limit) onTooLarge(column, bytes);
  }
  return statements.large.get(key);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Makes a function that gives the ids of a session's live messages in order. No statement stays open between two of
 * them. Made once for many sessions: a statement of its own for each would fill the memory faster than it is cleared.
 */
export function liveMessageIds(store: Store): (sessionId: string) => Generator<number, void, undefined> {
  const following = store.db
    .prepare<[string, number], number>(
      `SELECT m.id FROM messages m WHERE m.session_id = ? AND m.id > ? AND ${liveCondition(store.catalog)}
       ORDER BY m.id LIMIT ${IDS_AT_ONCE}`,
    )
    .pluck();
  return function* (sessionId) {
    for (let after = -Infinity; ;) {
      const ids = following.all(sessionId, after);
      yield* ids;
      if (ids.length < IDS_AT_ONCE) return;
      after = ids.at(-1) ?? after;
    }
  };
}

/** Ids of all sessions, most recently active first; the order of {@link searchSessions}. */
export function idsByLastActivity(store: Store, source: string | null | undefined): string[] {
  const active = lastActive(store.catalog, 's');
  return store.db
    .prepare<unknown[], string>(
      `SELECT s.id FROM sessions s WHERE s.id IS NOT NULL ${source ? 'AND s.source = ?' : ''}
       ORDER BY ${active} DESC, s.started_at DESC, s.id DESC`,
    )
    .pluck()
    .all(...(source ? [source] : []));
}
