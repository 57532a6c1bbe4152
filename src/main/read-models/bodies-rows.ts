import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { headSql, WHOLE_TEXT_BYTES } from './body-text.ts';
import { CLIP } from './clip.ts';
import { knownTime } from './skeleton-rows.ts';

/** Contents up to this length are taken whole with their row. */
export const WHOLE_CONTENT_BYTES = 64 * 1024;
/** Of longer tool outputs, the end is taken too: it may state the exit code. */
const TAIL_BYTES = 2048;
const IN_CHUNK = 900;
/** Longest reasoning in the provider's form that words are looked for in. */
const DETAILS_BYTES = 64 * 1024;
/** Columns in the provider's own form; spec: schema §3, §9.3. */
const PROVIDER_COLUMNS = [
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
  'anthropic_content_blocks',
];

/** A message row with its texts, long ones only as far as a view needs them. */
export interface BodyRow {
  readonly id: number;
  readonly sessionId: string;
  readonly role: string;
  readonly timestamp: number | null;
  readonly displayKind: string | null;
  readonly toolCallId: string | null;
  readonly toolName: string | null;
  readonly finishReason: string | null;
  /** As selected by `headSql`; null where there is none, or where it is too large. */
  readonly content: unknown;
  readonly contentBytes: number | null;
  /** End of a content longer than {@link WHOLE_CONTENT_BYTES}; `tool` rows only. */
  readonly contentTail: unknown;
  /** Null where there are none, or where they are longer than {@link WHOLE_TEXT_BYTES}. */
  readonly toolCalls: unknown;
  readonly toolCallsBytes: number | null;
  readonly reasoning: unknown;
  readonly reasoningBytes: number | null;
  readonly reasoningContent: unknown;
  readonly reasoningContentBytes: number | null;
  /** The provider's own form of reasoning; null where it is longer than {@link DETAILS_BYTES}. */
  readonly reasoningDetails: unknown;
  /** Bytes of what was sent instead of the content; null where nothing else was. */
  readonly sentBytes: number | null;
  /** Bytes of everything that is in the provider's own form. */
  readonly providerBytes: number;
  /** Data of an event row; null where there is none, or too much of it. */
  readonly metadata: unknown;
}

/** Reads rows by id; ids that no row has are missing from the answer. */
export function readBodyRows(context: LaneContext, ids: readonly number[]): Map<number, BodyRow> {
  const rows = new Map<number, BodyRow>();
  const sql = bodySql(context);
  for (let start = 0; start < ids.length; start += IN_CHUNK) {
    const chunk = ids.slice(start, start + IN_CHUNK);
    const found = context.store.db
      .prepare<number[], Record<keyof BodyRow, unknown>>(`${sql} WHERE m.id IN (${chunk.map(() => '?').join(', ')})`)
      .all(...chunk);
    for (const row of found) rows.set(Number(row.id), typed(row));
    context.checkCancelled();
  }
  return rows;
}

function typed(row: Record<keyof BodyRow, unknown>): BodyRow {
  const size = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    ...row,
    id: Number(row.id),
    sessionId: storedText(row.sessionId) ?? '',
    role: storedText(row.role) ?? '',
    timestamp: knownTime(row.timestamp),
    displayKind: storedText(row.displayKind),
    toolCallId: storedText(row.toolCallId),
    toolName: storedText(row.toolName),
    finishReason: storedText(row.finishReason),
    contentBytes: size(row.contentBytes),
    toolCallsBytes: size(row.toolCallsBytes),
    reasoningBytes: size(row.reasoningBytes),
    reasoningContentBytes: size(row.reasoningContentBytes),
    sentBytes: size(row.sentBytes),
    providerBytes: size(row.providerBytes) ?? 0,
  };
}

function bodySql(context: LaneContext): string {
  const column = (name: string) => liveColumn(context.store.catalog, 'messages', name, 'm');
  const short = (name: string, as: string) =>
    `CASE WHEN octet_length(${column(name)}) <= 4096 THEN ${column(name)} END AS ${as}`;
  const bytes = (name: string, as: string) => `octet_length(${column(name)}) AS ${as}`;
  const head = (name: string, as: string, whole: number, cut: number) =>
    `${headSql(column(name), whole, cut)} AS ${as}`;
  return (
    'SELECT ' +
    [
      'm.id AS id',
      'm.session_id AS sessionId',
      short('role', 'role'),
      'm.timestamp AS timestamp',
      short('display_kind', 'displayKind'),
      short('tool_call_id', 'toolCallId'),
      short('tool_name', 'toolName'),
      short('finish_reason', 'finishReason'),
      head('content', 'content', WHOLE_CONTENT_BYTES, CLIP.content + 4),
      bytes('content', 'contentBytes'),
      tailSql(column('content')),
      `CASE WHEN octet_length(${column('tool_calls')}) <= ${String(WHOLE_TEXT_BYTES)} THEN ${column('tool_calls')} END AS toolCalls`,
      bytes('tool_calls', 'toolCallsBytes'),
      head('reasoning', 'reasoning', CLIP.reasoning, CLIP.reasoning + 4),
      bytes('reasoning', 'reasoningBytes'),
      head('reasoning_content', 'reasoningContent', CLIP.reasoning, CLIP.reasoning + 4),
      bytes('reasoning_content', 'reasoningContentBytes'),
      `CASE WHEN octet_length(${column('reasoning_details')}) <= ${String(DETAILS_BYTES)} THEN ${column('reasoning_details')} END AS reasoningDetails`,
      `${sentSql(column('content'), column('api_content'))} AS sentBytes`,
      `${PROVIDER_COLUMNS.map(name => `COALESCE(octet_length(${column(name)}), 0)`).join(' + ')} AS providerBytes`,
      short('display_metadata', 'metadata'),
    ].join(', ') +
    ' FROM messages m'
  );
}

/** Long texts are told apart by their length alone: none is read for it. */
function sentSql(content: string, sent: string): string {
  return (
    `CASE WHEN octet_length(${sent}) IS NOT octet_length(${content}) THEN octet_length(${sent}) ` +
    `WHEN octet_length(${sent}) <= ${String(WHOLE_CONTENT_BYTES)} AND ${sent} IS NOT ${content} ` +
    `THEN octet_length(${sent}) END`
  );
}

function tailSql(content: string): string {
  return (
    `CASE WHEN m.role = 'tool' AND octet_length(${content}) > ${String(WHOLE_CONTENT_BYTES)} ` +
    `AND octet_length(${content}) <= ${String(WHOLE_TEXT_BYTES)} ` +
    `THEN substr(CAST(${content} AS BLOB), -${String(TAIL_BYTES)}) END AS contentTail`
  );
}
