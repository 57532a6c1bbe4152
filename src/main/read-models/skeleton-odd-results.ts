import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import type { SegmentLayout } from './skeleton-layout.ts';
import { ROLE, roleOf, ROW } from './skeleton-rows.ts';
import { callIds, readToolCalls } from './tool-calls.ts';

/** How many rows before an odd result may hold its call, and how many rows with calls are looked into at most. */
const LOOK_BACK = 400;
const MAX_CALLERS = 2000;
const MAX_CALLS_BYTES = 64 * 1024;
const IN_CHUNK = 900;

/**
 * Looks for the calls of results that do not stand behind one: other messages may have arrived between.
 *
 * @param odd - rows of role `tool` without a place, ascending.
 * @returns pairs of result row and the row of the nearest earlier call with its id, for those that were found.
 */
export function findOddCalls(
  context: LaneContext,
  layout: SegmentLayout,
  odd: readonly number[],
): [result: number, call: number][] {
  if (odd.length === 0) return [];
  const callers = nearbyCallers(layout, odd);
  const holders = readHolders(context, layout, callers);
  const wanted = readCallIds(context, layout, odd);
  return odd.flatMap((row): [number, number][] => {
    const id = wanted.get(row);
    const caller = (id === undefined ? undefined : holders.get(id))?.findLast(candidate =>
      mayAnswer(layout, row, candidate),
    );
    return caller === undefined ? [] : [[row, layout.items[caller] ?? caller]];
  });
}

function mayAnswer(layout: SegmentLayout, result: number, caller: number): boolean {
  const sides = (layout.flags[result] ?? 0) ^ (layout.flags[caller] ?? 0);
  return caller < result && (sides & MESSAGE_FLAG.rewound) === 0;
}

/** Assistant rows with calls that stand within reach of an odd result, ascending; the newest where there are too many. */
function nearbyCallers(layout: SegmentLayout, odd: readonly number[]): number[] {
  const callers: number[] = [];
  let from = 0;
  for (const row of odd) {
    for (let at = Math.max(from, row - LOOK_BACK); at < row; at += 1) {
      const kind = layout.rows.kinds[at] ?? 0;
      if (roleOf(kind) === ROLE.assistant && (kind & ROW.hasCalls) !== 0) callers.push(at);
    }
    from = row;
  }
  return callers.slice(-MAX_CALLERS);
}

/** Rows by the call ids that they hold, ascending. */
function readHolders(context: LaneContext, layout: SegmentLayout, callers: readonly number[]): Map<string, number[]> {
  const column = liveColumn(context.store.catalog, 'messages', 'tool_calls', 'm');
  const texts = readShort(context, layout, callers, shortSql(column, MAX_CALLS_BYTES));
  const holders = new Map<string, number[]>();
  for (const row of callers) {
    const { calls } = readToolCalls(texts.get(row) ?? null);
    for (const id of calls.flatMap(callIds)) {
      const rows = holders.get(id);
      if (rows === undefined) holders.set(id, [row]);
      else rows.push(row);
    }
  }
  return holders;
}

function readCallIds(context: LaneContext, layout: SegmentLayout, odd: readonly number[]): Map<number, string> {
  const column = liveColumn(context.store.catalog, 'messages', 'tool_call_id', 'm');
  return readShort(context, layout, odd.slice(-MAX_CALLERS), shortSql(column, 1024));
}

/** SQL for a text that is not longer than `limit` bytes, else NULL. */
function shortSql(column: string, limit: number): string {
  return `CASE WHEN octet_length(${column}) <= ${String(limit)} THEN ${column} END`;
}

/** A text of some rows, by row; rows without one are missing. */
function readShort(
  context: LaneContext,
  layout: SegmentLayout,
  rows: readonly number[],
  column: string,
): Map<number, string> {
  const byId = new Map(rows.map(row => [layout.rows.ids[row] ?? 0, row]));
  const ids = [...byId.keys()];
  const texts = new Map<number, string>();
  for (let start = 0; start < ids.length; start += IN_CHUNK) {
    const chunk = ids.slice(start, start + IN_CHUNK);
    const found = context.store.db
      .prepare<number[], [number, unknown]>(
        `SELECT m.id, ${column} FROM messages m WHERE m.id IN (${chunk.map(() => '?').join(', ')})`,
      )
      .raw()
      .all(...chunk);
    for (const [id, value] of found) {
      const row = byId.get(id);
      const text = storedText(value);
      if (row !== undefined && text !== null && text !== '') texts.set(row, text);
    }
  }
  return texts;
}
