import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import type { Catalog } from '../session-db/catalog.ts';
import { liveColumn } from '../session-db/catalog.ts';

/** Numbers of roles in {@link SegmentRows.kinds}, the order of the contract's `ROLES`. */
export const ROLE = { user: 0, assistant: 1, tool: 2, system: 3, sessionMeta: 4, other: 5 } as const;
const ROLE_MASK = 7;

/** Bits of {@link SegmentRows.kinds} above the role and the contract's message flags. */
export const ROW = {
  /** `active` is 1 or NULL. */
  active: 1 << 8,
  /** `compacted` is 1, whatever `active` is. */
  compacted: 1 << 9,
  hasCalls: 1 << 10,
  /** Begins like a prompt of the review harness; spec: api §2. */
  review: 1 << 11,
  /** Begins like the summary of a compaction. */
  summary: 1 << 12,
} as const;
const FLAG_SHIFT = 3;
const FLAG_MASK = 31;

/** All rows of one session by column, in id order: what the scroll is made of, without any text. */
export interface SegmentRows {
  readonly ids: Float64Array;
  /** Role, message flags and {@link ROW} bits in one number. */
  readonly kinds: Uint16Array;
  /** Bytes of content and tool calls. */
  readonly bytes: Float64Array;
  /** Seconds; NaN where the stored value is no time, see {@link knownTime}. */
  readonly timestamps: Float64Array;
}

const YEAR_2000 = 946_684_800;
const YEAR_2100 = 4_102_444_800;

/** A stored time in seconds; null for what is no number or lies outside the years 2000 to 2100. Spec: compat-notes 7. */
export function knownTime(value: unknown): number | null {
  return typeof value === 'number' && value >= YEAR_2000 && value < YEAR_2100 ? value : null;
}

/** One of {@link ROLE}. */
export function roleOf(kind: number): number {
  return kind & ROLE_MASK;
}

/** Bits of `MESSAGE_FLAG` that the row itself gives. */
export function flagsOf(kind: number): number {
  return ((kind >> FLAG_SHIFT) & FLAG_MASK) | ((kind & ROW.summary) === 0 ? 0 : MESSAGE_FLAG.summary);
}

type FoundRow = [id: number, kind: number, bytes: number, timestamp: unknown];

/** A reader of sessions' rows, by session id: one statement that takes no text, about 2 µs a row. */
export function segmentRowsReader(context: LaneContext): (sessionId: string) => SegmentRows {
  const statement = context.store.db.prepare<[string], FoundRow>(`${rowsSql(context)} ORDER BY m.id`).raw();
  return sessionId => toColumns(statement.all(sessionId));
}

/** The rows of a session behind a certain one. */
export function readRowsAfter(context: LaneContext, sessionId: string, messageId: number): SegmentRows {
  const statement = context.store.db
    .prepare<[string, number], FoundRow>(`${rowsSql(context)} AND m.id > ? ORDER BY m.id`)
    .raw();
  return toColumns(statement.all(sessionId, messageId));
}

function toColumns(found: readonly FoundRow[]): SegmentRows {
  const rows: SegmentRows = {
    ids: new Float64Array(found.length),
    kinds: new Uint16Array(found.length),
    bytes: new Float64Array(found.length),
    timestamps: new Float64Array(found.length),
  };
  found.forEach(([id, kind, bytes, timestamp], index) => {
    rows.ids[index] = id;
    rows.kinds[index] = kind;
    rows.bytes[index] = bytes;
    rows.timestamps[index] = knownTime(timestamp) ?? Number.NaN;
  });
  return rows;
}

/** The columns are folded into four numbers in SQL: taking them over one by one would cost more than reading them. */
function rowsSql(context: LaneContext): string {
  const { catalog } = context.store;
  return (
    `SELECT m.id, ${kindSql(catalog)}, ` +
    `coalesce(octet_length(m.content), 0) + coalesce(octet_length(${liveColumn(catalog, 'messages', 'tool_calls', 'm')}), 0), ` +
    `m.timestamp FROM messages m WHERE ${context.guard('m.id')} AND m.session_id = ?`
  );
}

function kindSql(catalog: Catalog): string {
  const column = (name: string, fallback = 'NULL') => liveColumn(catalog, 'messages', name, 'm', fallback);
  const bit = (condition: string, value: number) => `(CASE WHEN ${condition} THEN ${String(value)} ELSE 0 END)`;
  const flag = (condition: string, value: number) => bit(condition, value << FLAG_SHIFT);
  const inactive = `coalesce(${column('active', '1')}, 1) = 0`;
  const compacted = `coalesce(${column('compacted', '0')}, 0) <> 0`;
  const display = column('display_kind');
  return [
    "(CASE m.role WHEN 'user' THEN 0 WHEN 'assistant' THEN 1 WHEN 'tool' THEN 2 " +
      "WHEN 'system' THEN 3 WHEN 'session_meta' THEN 4 ELSE 5 END)",
    flag(`${inactive} AND NOT ${compacted}`, MESSAGE_FLAG.rewound),
    flag(`${inactive} AND ${compacted}`, MESSAGE_FLAG.compacted),
    flag(`${column('observed', '0')} = 1`, MESSAGE_FLAG.observed),
    flag(`m.role IN ('system', 'session_meta') OR ${display} = 'hidden'`, MESSAGE_FLAG.bookkeeping),
    flag(`${display} IN ('model_switch', 'async_delegation_complete')`, MESSAGE_FLAG.event),
    bit(`NOT ${inactive}`, ROW.active),
    bit(compacted, ROW.compacted),
    bit(`${column('tool_calls')} IS NOT NULL`, ROW.hasCalls),
    bit(REVIEW_SQL, ROW.review),
    bit(SUMMARY_SQL, ROW.summary),
  ].join(' | ');
}

const REVIEW_TEXT = 'ltrim(substr(m.content, 1, 200), char(32, 9, 10, 11, 12, 13))';
const REVIEW_START = 'Review the conversation above and ';

/**
 * Prompts of the review harness of old builds; spec: api §2, compat-notes 22. Only texts of a likely length are read,
 * and all but a few are done with after one comparison.
 */
const REVIEW_SQL =
  "CASE WHEN m.role IN ('user', 'system') AND octet_length(m.content) BETWEEN 50 AND 65536 " +
  `AND ${REVIEW_TEXT} GLOB '${REVIEW_START}*' THEN ` +
  `${REVIEW_TEXT} GLOB '${REVIEW_START}update the skill library*' ` +
  `OR ${REVIEW_TEXT} GLOB '${REVIEW_START}consider saving to memory*' ELSE 0 END`;

/** How summaries begin that compaction leaves as rows of the user or the assistant: they are nobody's words. */
export const SUMMARY_STARTS = ['[CONTEXT COMPACTION', '[CONTEXT SUMMARY]'];

const SUMMARY_SQL =
  "CASE WHEN m.role IN ('user', 'assistant', 'system') AND octet_length(m.content) BETWEEN 17 AND 65536 THEN " +
  `${SUMMARY_STARTS.map(start => `m.content GLOB '${start.replace('[', '[[]')}*'`).join(' OR ')} ELSE 0 END`;
