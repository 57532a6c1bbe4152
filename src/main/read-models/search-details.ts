import type { Neighbour, SearchHit } from '../../shared/contract/search.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { CONTENT_SENTINEL, storedText } from '../session-db/content.ts';
import { firstCodePoints, wellFormed } from '../session-db/python-text.ts';
import { headSql, headText } from './body-text.ts';
import { knownTime } from './skeleton-rows.ts';
import type { Hit } from './search-hits.ts';
import type { Matcher } from './search-matcher.ts';
import { readableCalls, readableContent, SCANNED_BYTES, visibleSql } from './search-rows.ts';
import { snippetOf } from './search-snippet.ts';

/** Longest text, in bytes, in which a match is looked for to be shown; of longer ones the beginning is shown. */
const SNIPPET_WHOLE = 1024 * 1024;
const SNIPPET_HEAD = 64 * 1024;
/** The same for a message beside a hit. */
const NEIGHBOUR_WHOLE = 2 * 1024;
const NEIGHBOUR_HEAD = 1024;
/** Characters of a message beside a hit; spec: api §7.8. */
const NEIGHBOUR_LENGTH = 200;

/** Reads what is shown of hits. */
export interface HitReader {
  /** In the same order; hits whose row is gone are left out. */
  readonly read: (hits: readonly Hit[]) => SearchHit[];
}

interface Texts {
  readonly content: unknown;
  readonly contentBytes: number | null;
  readonly calls: unknown;
  readonly callsBytes: number | null;
}

interface HitRow extends Texts {
  readonly role: unknown;
  readonly toolName: unknown;
  readonly timestamp: unknown;
}

interface NeighbourRow extends Texts {
  readonly id: number;
  readonly role: unknown;
}

/** Structured content cannot be read from its beginning alone. */
type WholeContent = (id: number) => string | null;

type Place = [sessionId: string, timestamp: unknown, id: number, twinTime: unknown, twinBytes: number | null];

/** Prepares the statements once; `matcher` says what to mark. */
export function hitReader(context: LaneContext, matcher: Matcher): HitReader {
  const { db, catalog } = context.store;
  const toolName = liveColumn(catalog, 'messages', 'tool_name', 'm');
  const row = db.prepare<[number], HitRow>(
    `SELECT m.role, ${toolName} AS toolName, m.timestamp, ${textsSql(context, SNIPPET_WHOLE, SNIPPET_HEAD)}
     FROM messages m WHERE m.id = ?`,
  );
  const before = db.prepare<Place, NeighbourRow>(neighbourSql(context, '<', 'DESC'));
  const after = db.prepare<Place, NeighbourRow>(neighbourSql(context, '>', 'ASC'));
  const whole = db
    .prepare<[number], unknown>(
      `SELECT CASE WHEN octet_length(m.content) <= ${SNIPPET_WHOLE} THEN m.content END FROM messages m WHERE m.id = ?`,
    )
    .pluck();
  const wholeContent: WholeContent = id => storedText(whole.get(id));
  const readOne = (hit: Hit): SearchHit | null => {
    context.checkCancelled();
    const found = row.get(hit.id);
    if (found === undefined) return null;
    const place: Place = [hit.sessionId, found.timestamp, hit.id, found.timestamp, found.contentBytes];
    const name = storedText(found.toolName);
    return {
      messageId: hit.id,
      sessionId: hit.sessionId,
      role: nameOf(found.role),
      toolName: name === null ? null : wellFormed(name),
      timestamp: knownTime(found.timestamp),
      snippet: snippetOf(shownTexts(found, name), matcher),
      before: neighbour(before.get(...place), wholeContent),
      after: neighbour(after.get(...place), wholeContent),
    };
  };
  return { read: hits => hits.map(readOne).filter(hit => hit !== null) };
}

/** Even the beginning of a text costs reading the whole of it, so that nothing is shown of the very longest. */
function textsSql({ store }: LaneContext, whole: number, head: number): string {
  const calls = liveColumn(store.catalog, 'messages', 'tool_calls', 'm');
  const clipped = (column: string) =>
    `CASE WHEN octet_length(${column}) <= ${SCANNED_BYTES} THEN ${headSql(column, whole, head)} END`;
  return (
    `${clipped('m.content')} AS content, octet_length(m.content) AS contentBytes, ` +
    `${clipped(calls)} AS calls, octet_length(${calls}) AS callsBytes`
  );
}

/** By (timestamp, id), as the transcript stands; a copy of the hit itself is not beside it. */
function neighbourSql(context: LaneContext, side: '<' | '>', direction: 'ASC' | 'DESC'): string {
  return `SELECT m.id, m.role, ${textsSql(context, NEIGHBOUR_WHOLE, NEIGHBOUR_HEAD)} FROM messages m
    WHERE m.session_id = ? AND (m.timestamp, m.id) ${side} (?, ?) AND ${visibleSql(context, 'm')}
    AND NOT (m.timestamp IS ? AND octet_length(m.content) IS ?)
    ORDER BY m.timestamp ${direction}, m.id ${direction} LIMIT 1`;
}

function neighbour(row: NeighbourRow | undefined, wholeContent: WholeContent): Neighbour | null {
  if (row === undefined) return null;
  const text = neighbourText(row, wholeContent);
  return { role: nameOf(row.role), text: firstCodePoints(wellFormed(text), NEIGHBOUR_LENGTH) };
}

function neighbourText(row: NeighbourRow, wholeContent: WholeContent): string {
  const head = headText(row.content, row.contentBytes, NEIGHBOUR_WHOLE) ?? '';
  const isCut = (row.contentBytes ?? 0) > NEIGHBOUR_WHOLE;
  const content = isCut && head.startsWith(CONTENT_SENTINEL) ? wholeContent(row.id) : head;
  return readableContent(content) || readableCalls(headText(row.calls, row.callsBytes, NEIGHBOUR_WHOLE)) || '';
}

/** The texts of a hit in the order in which a match is looked for; tool calls are taken apart only where that comes. */
function* shownTexts(row: Texts, toolName: string | null): Generator<string> {
  const content = readableContent(headText(row.content, row.contentBytes, SNIPPET_WHOLE));
  if (content !== null && content !== '') yield content;
  const calls = readableCalls(headText(row.calls, row.callsBytes, SNIPPET_WHOLE));
  if (calls !== null && calls !== '') yield calls;
  if (toolName !== null && toolName !== '') yield toolName;
}

function nameOf(role: unknown): string {
  return wellFormed(storedText(role) ?? '');
}
