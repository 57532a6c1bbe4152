import type { Database } from 'better-sqlite3';
import type { z } from 'zod';
import type { reading } from '../../shared/contract/reading.ts';
import type { LaneContext } from '../lanes/context.ts';
import { storedText } from '../session-db/content.ts';
import { WHOLE_CONTENT_BYTES } from './bodies-rows.ts';
import { headSql, headText, WHOLE_TEXT_BYTES } from './body-text.ts';
import { decodeTail } from './clip.ts';
import { conversationIndex } from './conversation-index.ts';
import { chainOf } from './conversation-of.ts';
import { atOnce } from './conversation-open-chain.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { ROLE, roleOf, ROW } from './skeleton-rows.ts';
import { longToolOutcome, toolOutcome } from './tool-result.ts';

/** A stretch ends after so many milliseconds or rows: other requests get their turn. */
const STRETCH_MS = 20;
const STRETCH_ROWS = 4000;
const IN_CHUNK = 100;
const TAIL_BYTES = 2048;
const HEAD_BYTES = 2048;
/** Outcomes that are remembered, all conversations together. */
const MAX_KNOWN = 400_000;

type Marks = typeof reading.marks;

/** Whether outputs failed, by message id: `bytes * 2 + failed`. What a tool answered does not change but with its length. */
const known = new WeakMap<Database, Map<number, number>>();

interface Result {
  readonly id: number;
  readonly item: number;
  readonly bytes: number;
}

/**
 * The failed tool results of a conversation, rewound and hidden ones among them, a stretch at a time.
 *
 * @throws {AppError} `cancelled`.
 */
export function readingMarks(
  context: LaneContext,
  { sessionId, cursor }: z.output<Marks['input']>,
): z.input<Marks['output']> {
  return atOnce(context, () => {
    const layouts = segmentLayouts(context, chainOf(conversationIndex(context), sessionId));
    const results = layouts.flatMap(resultsOf);
    const { failed, next } = failuresFrom(context, results, cursor);
    return {
      failures: failed.map(result => result.id),
      items: failed.map(result => result.item),
      tools: cursor === 0 ? Float64Array.from(layouts.flatMap(callers)) : null,
      next: next < results.length ? next : null,
    };
  });
}

function resultsOf({ rows, items, shown }: SegmentLayout): Result[] {
  const results: Result[] = [];
  rows.kinds.forEach((kind, row) => {
    if (roleOf(kind) !== ROLE.tool || shown[row] === SHOWN.copy) return;
    const item = rows.ids[items[row] ?? row] ?? 0;
    results.push({ id: rows.ids[row] ?? 0, item, bytes: rows.bytes[row] ?? 0 });
  });
  return results;
}

function callers({ rows, shown }: SegmentLayout): number[] {
  const ids: number[] = [];
  rows.kinds.forEach((kind, row) => {
    if (roleOf(kind) === ROLE.assistant && (kind & ROW.hasCalls) !== 0 && shown[row] === SHOWN.item) {
      ids.push(rows.ids[row] ?? 0);
    }
  });
  return ids;
}

function failuresFrom(
  context: LaneContext,
  results: readonly Result[],
  from: number,
): { failed: Result[]; next: number } {
  const outcomes = outcomesOf(context.store.db);
  const until = performance.now() + STRETCH_MS;
  const failed: Result[] = [];
  let at = from;
  for (let read = 0; at < results.length && read < STRETCH_ROWS && performance.now() < until; at += IN_CHUNK) {
    context.checkCancelled();
    const chunk = results.slice(at, at + IN_CHUNK);
    const unknown = chunk.filter(({ id, bytes }) => Math.floor((outcomes.get(id) ?? -2) / 2) !== bytes);
    readOutcomes(context, unknown, outcomes);
    read += unknown.length;
    failed.push(...chunk.filter(({ id, bytes }) => outcomes.get(id) === bytes * 2 + 1));
  }
  return { failed, next: at };
}

function outcomesOf(db: Database): Map<number, number> {
  const outcomes = known.get(db) ?? new Map<number, number>();
  if (outcomes.size > MAX_KNOWN) outcomes.clear();
  known.set(db, outcomes);
  return outcomes;
}

/** Judges outputs as the cards that show them do, see `bodyContent`. */
function readOutcomes(context: LaneContext, results: readonly Result[], outcomes: Map<number, number>): void {
  if (results.length === 0) return;
  const rows = context.store.db
    .prepare<number[], [number, unknown, number | null, unknown]>(
      `SELECT m.id, ${headSql('m.content', WHOLE_CONTENT_BYTES, HEAD_BYTES)}, octet_length(m.content), ${TAIL_SQL} ` +
        `FROM messages m WHERE m.id IN (${results.map(() => '?').join(', ')})`,
    )
    .raw()
    .all(...results.map(({ id }) => id));
  const bytes = new Map(results.map(result => [result.id, result.bytes]));
  for (const [id, value, length, end] of rows) {
    const head = headText(value, length, WHOLE_CONTENT_BYTES) ?? '';
    const isWhole = (length ?? 0) <= WHOLE_CONTENT_BYTES;
    const { failed } = isWhole ? toolOutcome(head) : longToolOutcome(head, tailText(end));
    outcomes.set(id, (bytes.get(id) ?? 0) * 2 + (failed === true ? 1 : 0));
  }
}

const TAIL_SQL =
  `CASE WHEN octet_length(m.content) > ${String(WHOLE_CONTENT_BYTES)} ` +
  `AND octet_length(m.content) <= ${String(WHOLE_TEXT_BYTES)} ` +
  `THEN substr(CAST(m.content AS BLOB), -${String(TAIL_BYTES)}) END`;

function tailText(end: unknown): string {
  return end instanceof Uint8Array ? decodeTail(end) : (storedText(end) ?? '');
}
