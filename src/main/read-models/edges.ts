import { type Catalog, has, liveColumn } from '../session-db/catalog.ts';
import type { Store } from '../session-db/store.ts';
import { type Cost, costOf } from './cost.ts';
import { isName } from './label.ts';
import { countOf, isOddAmount, isOddCount } from './usage-values.ts';

/** A row of `sessions` without its long texts, and the time of its last message. */
export interface Session {
  readonly rowid: number;
  readonly id: string;
  /** As stored: the parent may be missing, or the row itself. */
  readonly parentId: string | null;
  readonly source: string;
  readonly model: string | null;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly gitRepoRoot: string | null;
  readonly endReason: string | null;
  /** Seconds; null where the stored value is no time between 2000 and 2100. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The stored times as numbers, whatever they are; for comparing them with each other only. */
  readonly storedStart: number;
  readonly storedEnd: number;
  /** `ended_at` is not NULL. */
  readonly ended: boolean;
  readonly messages: number;
  readonly toolCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  readonly apiCalls: number;
  /** Who is paid; null where the row does not say. */
  readonly provider: string | null;
  /** Where a session of a gateway takes place; null for any other. */
  readonly chat: Chat | null;
  readonly cost: Cost;
  /** Counters and amounts in the row that are no such thing, and count as nothing. */
  readonly oddValues: number;
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly rewinds: number;
  readonly branchedFrom: string | null;
  readonly delegateFrom: string | null;
  readonly resetFrom: string | null;
  /** The latest of its message times and of `last_activity_at`, else its start; null where none of them is a time. */
  readonly activity: number | null;
}

/** A chat of a gateway: its kind, and its name, else its id on the platform. */
export interface Chat {
  readonly type: string | null;
  readonly name: string | null;
}

/** Which rows of `sessions` to read. */
export type SessionRange =
  | { readonly kind: 'all' }
  /** Rows added behind a row. */
  | { readonly kind: 'after'; readonly rowid: number }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };

/** Values outside these bounds (2000 to 2100, in seconds) are no times; spec: compat-notes 7. */
const FIRST_TIME = 946_684_800;
const LAST_TIME = 4_102_444_800;
/** Bytes of `model_config` beyond which its markers are not looked for. */
const MAX_CONFIG_BYTES = 16 * 1024 * 1024;

/** The value as a time in seconds, or null where it is none; spec: compat-notes 7. */
function timeOf(value: unknown): number | null {
  const seconds = numberOf(value);
  return seconds >= FIRST_TIME && seconds <= LAST_TIME ? seconds : null;
}

/** How {@link readSessions} goes about it. */
export interface ReadingOptions {
  /** False leaves the times of messages out, and with them every look into `messages`. */
  readonly lastMessages?: boolean;
  /** Takes the rows; holds those that were read where reading fails half-way. */
  readonly into?: Session[];
}

/**
 * Reads rows of `sessions` in the order of their rowids, in one statement and with one index seek a row; in two
 * statements, one of them over all messages, where the file has no index by session and time.
 */
export function readSessions(
  store: Store,
  range: SessionRange,
  { lastMessages = true, into = [] }: ReadingOptions = {},
): Session[] {
  const { catalog, db } = store;
  if (!has(catalog, 'sessions')) return into;
  const seek = lastMessages && catalog.indexes.has('idx_messages_session');
  const scanned = lastMessages && !seek ? scanLastMessages(store) : null;
  const sql = `SELECT ${columnsSql(catalog, seek).join(', ')} FROM sessions s ${whereSql(range)} ORDER BY s.rowid`;
  const statement = db.prepare<unknown[], unknown[]>(sql).raw();
  // Row by row: all rows at once would be several times the memory of what is kept of them.
  for (const row of statement.iterate(...boundOf(range))) into.push(toSession(row, scanned));
  return into;
}

function whereSql(range: SessionRange): string {
  if (range.kind === 'after') return 'WHERE s.rowid > ?';
  return range.kind === 'ids' ? 'WHERE s.id IN (SELECT value FROM json_each(?))' : '';
}

function boundOf(range: SessionRange): unknown[] {
  if (range.kind === 'after') return [range.rowid];
  return range.kind === 'ids' ? [JSON.stringify(range.ids)] : [];
}

/** Last message of every session at once, by a scan over all messages. */
function scanLastMessages({ db, catalog }: Store): ReadonlyMap<string, number> {
  if (!has(catalog, 'messages', 'timestamp')) return new Map();
  const rows = db
    .prepare<[], unknown[]>(
      `SELECT m.session_id, MAX(m.timestamp) FROM messages m
       WHERE m.timestamp BETWEEN ${String(FIRST_TIME)} AND ${String(LAST_TIME)} GROUP BY m.session_id`,
    )
    .raw()
    .all();
  return new Map(rows.map(([id, time]) => [String(id), numberOf(time)]));
}

const PLAIN_COLUMNS = [
  'id',
  'parent_session_id',
  'source',
  'model',
  'title',
  'cwd',
  'git_repo_root',
  'end_reason',
  'started_at',
  'ended_at',
  'message_count',
  'tool_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'estimated_cost_usd',
  'actual_cost_usd',
  'cost_status',
  'cost_source',
  'archived',
  'pinned',
  'rewind_count',
  'last_activity_at',
  'api_call_count',
  'billing_provider',
  'session_key',
  'chat_type',
  'display_name',
  'chat_id',
] as const;

function columnsSql(catalog: Catalog, seek: boolean): string[] {
  const plain = PLAIN_COLUMNS.map(column => liveColumn(catalog, 'sessions', column, 's'));
  return ['s.rowid', ...plain, markersSql(catalog), seek ? lastMessageSql() : 'NULL'];
}

/** One seek into `idx_messages_session`; bounds in the index keep values that are no times out. */
function lastMessageSql(): string {
  return `(SELECT MAX(m.timestamp) FROM messages m WHERE m.session_id = s.id
    AND m.timestamp BETWEEN ${String(FIRST_TIME)} AND ${String(LAST_TIME)})`;
}

/**
 * The three lineage markers as a JSON array. Nested, because nothing may look into a value that is longer than SQLite
 * takes or that is no JSON (JSON5 is let in: Python writes NaN); spec: compat-notes 18, 29.
 */
function markersSql(catalog: Catalog): string {
  if (!has(catalog, 'sessions', 'model_config')) return 'NULL';
  return `CASE WHEN octet_length(s.model_config) <= ${String(MAX_CONFIG_BYTES)} THEN
    CASE WHEN instr(s.model_config, '_from') > 0 THEN
    CASE WHEN json_valid(s.model_config, 2) THEN
    json_extract(s.model_config, '$._branched_from', '$._delegate_from', '$._reset_from') END END END`;
}

const words = new Map<string, string>();
const MAX_WORDS = 10_000;

/** One string for each source, model, folder and reason, however many rows name it. */
function shared(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || text === '') return null;
  const known = words.get(text);
  if (known !== undefined) return known;
  if (words.size >= MAX_WORDS) words.clear();
  words.set(text, text);
  return text;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : null;
}

function numberOf(value: unknown): number {
  return value === null || value === undefined || value === '' ? Number.NaN : Number(value);
}

function counterOf(value: unknown): number {
  const number = numberOf(value);
  return Number.isFinite(number) ? number : 0;
}

function flagOf(value: unknown): boolean {
  return counterOf(value) !== 0;
}

/** Only rows with a marker have the JSON at all; most have none. */
function markersOf(json: unknown): readonly (string | null)[] {
  if (typeof json !== 'string') return [];
  const markers: unknown = JSON.parse(json);
  if (!Array.isArray(markers)) return [];
  return markers.map((marker: unknown) =>
    marker === null ? null : typeof marker === 'string' ? marker : JSON.stringify(marker),
  );
}

function lastActivity(message: unknown, stored: unknown, startedAt: number | null): number | null {
  const a = timeOf(message);
  const b = timeOf(stored);
  if (a === null || b === null) return a ?? b ?? startedAt;
  return Math.max(a, b);
}

/** A loop and no array: this runs over every row. */
function oddValues(row: readonly unknown[]): number {
  let odd = Number(isOddCount(row[26])) + Number(isOddAmount(row[18])) + Number(isOddAmount(row[19]));
  for (let at = 11; at <= 17; at += 1) if (isOddCount(row[at])) odd += 1;
  return odd;
}

/** Any of the four columns makes it a session of a gateway; spec: schema §3. */
function chatOf(row: readonly unknown[]): Chat | null {
  const [key, type, name, id] = [row[28], row[29], row[30], row[31]];
  if (key === null && type === null && name === null && id === null) return null;
  return { type: nameOf(type), name: nameOf(name) ?? nameOf(id) };
}

function nameOf(value: unknown): string | null {
  const text = shared(value);
  return isName(text) ? text : null;
}

/** Positions: the rowid, then {@link PLAIN_COLUMNS}, then the markers and the last message. */
function toSession(row: readonly unknown[], scanned: ReadonlyMap<string, number> | null): Session {
  const id = textOf(row[1]) ?? `rowid ${String(row[0])}`;
  const startedAt = timeOf(row[9]);
  const [branchedFrom = null, delegateFrom = null, resetFrom = null] = markersOf(row[32]);
  return {
    rowid: counterOf(row[0]),
    id,
    parentId: textOf(row[2]),
    source: shared(row[3]) ?? '',
    model: shared(row[4]),
    title: textOf(row[5]) === '' ? null : textOf(row[5]),
    cwd: shared(row[6]),
    gitRepoRoot: shared(row[7]),
    endReason: shared(row[8]),
    startedAt,
    endedAt: timeOf(row[10]),
    storedStart: numberOf(row[9]),
    storedEnd: numberOf(row[10]),
    ended: row[10] !== null,
    messages: countOf(row[11]),
    toolCalls: countOf(row[12]),
    inputTokens: countOf(row[13]),
    outputTokens: countOf(row[14]),
    cacheReadTokens: countOf(row[15]),
    cacheWriteTokens: countOf(row[16]),
    reasoningTokens: countOf(row[17]),
    apiCalls: countOf(row[26]),
    provider: shared(row[27]),
    chat: chatOf(row),
    cost: costOf({ estimatedUsd: row[18], actualUsd: row[19], status: row[20], source: row[21] }),
    oddValues: oddValues(row),
    archived: flagOf(row[22]),
    pinned: flagOf(row[23]),
    rewinds: counterOf(row[24]),
    branchedFrom,
    delegateFrom,
    resetFrom,
    activity: lastActivity(scanned === null ? row[33] : scanned.get(id), row[25], startedAt),
  };
}
