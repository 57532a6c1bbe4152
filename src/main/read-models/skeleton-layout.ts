import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { findCopies, type Copies } from './copies.ts';
import { findOddCalls } from './skeleton-odd-results.ts';
import { refreshRows } from './skeleton-refresh.ts';
import { flagsOf, ROLE, roleOf, ROW, segmentRowsReader, type SegmentRows } from './skeleton-rows.ts';

/** What a row of a segment is on screen. */
export const SHOWN = { item: 0, result: 1, copy: 2 } as const;

/** The rows of one session with their places: which are items, which belong to one, which are copies. */
export interface SegmentLayout {
  readonly sessionId: string;
  readonly rows: SegmentRows;
  /** Index of the item that shows each row; its own for an item. */
  readonly items: Int32Array;
  /** One of {@link SHOWN} for each row. */
  readonly shown: Uint8Array;
  /** `MESSAGE_FLAG` bits of each row, with what only its neighbours tell. */
  readonly flags: Uint8Array;
  /** Rows of the results that each item shows, by the item's index; items without any are missing. */
  readonly results: ReadonlyMap<number, readonly number[]>;
}

interface Draft extends SegmentLayout {
  readonly results: Map<number, number[]>;
}

/**
 * A reader of sessions by id that says how their rows make items.
 *
 * A `tool` row belongs to the assistant row with tool calls that it directly follows (other `tool` rows between do not
 * count, nor does bookkeeping), or else to the nearest earlier row that holds its call id. Rows that a rewind took back
 * and rows that it left are never mixed in one item.
 */
export function segmentLayoutReader(
  context: LaneContext,
): (sessionId: string, before: SegmentLayout | undefined) => SegmentLayout {
  const readRows = segmentRowsReader(context);
  return (sessionId, before) => {
    const refreshed = before === undefined ? null : refreshRows(context, sessionId, before.rows);
    return layOut(context, sessionId, refreshed ?? readRows(sessionId));
  };
}

function layOut(context: LaneContext, sessionId: string, rows: SegmentRows): SegmentLayout {
  const copies = findCopies(context, rows);
  const layout = draft(sessionId, rows);
  if (copies !== null) placeCopies(layout, copies);
  markReviews(layout);
  const odd = placeResults(layout);
  for (const [result, call] of findOddCalls(context, layout, odd)) place(layout, result, call, SHOWN.result);
  if (copies !== null) followOriginals(layout, copies);
  collectResults(layout);
  return layout;
}

/** Every row an item of its own. Plain loops: `from` with a function takes ten times as long over long sessions. */
function draft(sessionId: string, rows: SegmentRows): Draft {
  const { length } = rows.ids;
  const items = new Int32Array(length);
  const flags = new Uint8Array(length);
  for (let row = 0; row < length; row += 1) {
    items[row] = row;
    flags[row] = flagsOf(rows.kinds[row] ?? 0);
  }
  return { sessionId, rows, items, flags, shown: new Uint8Array(length), results: new Map() };
}

/** Index of a message in a layout; -1 where it is not in that session. */
export function rowIndex(layout: SegmentLayout, messageId: number): number {
  const { ids } = layout.rows;
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const id = ids[middle] ?? 0;
    if (id === messageId) return middle;
    if (id < messageId) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function place(layout: SegmentLayout, row: number, item: number, shown: number): void {
  layout.items[row] = item;
  layout.shown[row] = shown;
}

/** A message that lives on in a copy is not summarised away: its original stands for both, unmarked. */
function placeCopies(layout: SegmentLayout, copies: Copies): void {
  copies.forEach((original, row) => {
    if (original === -1) return;
    place(layout, row, original, SHOWN.copy);
    const live = ((layout.flags[row] ?? 0) & MESSAGE_FLAG.compacted) === 0;
    if (live) layout.flags[original] = (layout.flags[original] ?? 0) & ~MESSAGE_FLAG.compacted;
  });
}

/** Where the original is a tool result, its copy is shown by the same item. */
function followOriginals(layout: SegmentLayout, copies: Copies): void {
  copies.forEach((original, row) => {
    if (original !== -1) layout.items[row] = layout.items[original] ?? original;
  });
}

function collectResults(layout: Draft): void {
  layout.shown.forEach((shown, row) => {
    if (shown !== SHOWN.result) return;
    const item = layout.items[row] ?? row;
    const results = layout.results.get(item);
    if (results === undefined) layout.results.set(item, [row]);
    else results.push(row);
  });
}

/** Harness prompts of old builds and the reply that directly follows are bookkeeping; spec: api §2. */
function markReviews(layout: SegmentLayout): void {
  let afterReview = false;
  layout.rows.kinds.forEach((kind, row) => {
    const review = (kind & ROW.review) !== 0;
    if (review || (afterReview && roleOf(kind) === ROLE.assistant)) {
      layout.flags[row] = (layout.flags[row] ?? 0) | MESSAGE_FLAG.bookkeeping;
    }
    afterReview = review;
  });
}

/** Gives the runs of results to their calls; returns the `tool` rows that stand elsewhere. */
function placeResults(layout: SegmentLayout): number[] {
  const odd: number[] = [];
  const callers = new Map<number, number>();
  layout.rows.kinds.forEach((kind, row) => {
    const flags = layout.flags[row] ?? 0;
    const role = roleOf(kind);
    const side = flags & MESSAGE_FLAG.rewound;
    if (role !== ROLE.tool) {
      const calls = role === ROLE.assistant && (kind & ROW.hasCalls) !== 0;
      if (calls) callers.set(side, layout.items[row] ?? row);
      else if ((flags & MESSAGE_FLAG.bookkeeping) === 0) callers.delete(side);
      return;
    }
    if (layout.shown[row] === SHOWN.copy || (flags & MESSAGE_FLAG.bookkeeping) !== 0) return;
    const caller = callers.get(side);
    if (caller === undefined) odd.push(row);
    else place(layout, row, caller, SHOWN.result);
  });
  return odd;
}
