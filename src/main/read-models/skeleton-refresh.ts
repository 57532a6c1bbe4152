import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { readRowsAfter, ROW, type SegmentRows } from './skeleton-rows.ts';

/** Shorter sessions are read anew as a whole: that costs as little. */
const MIN_ROWS = 4000;
/** Rows at the end that are read again: what Hermes changes of a row besides its state, it changes soon after writing. */
const TAIL_ROWS = 500;
/** Index that holds all that the check reads. */
const CHECK_INDEX = 'idx_messages_session_active';

/**
 * Brings the rows of a long session up to date after the file changed, reading only its end: a conversation that is
 * being written changes several times a second. Rewinds, compactions and deletions of earlier rows show in the number
 * of rows or of active rows.
 *
 * @returns null where that cannot be done, or earlier rows did change: the session must be read anew.
 */
export function refreshRows(context: LaneContext, sessionId: string, before: SegmentRows): SegmentRows | null {
  const length = before.ids.length;
  const last = before.ids[length - 1];
  const keep = length - TAIL_ROWS;
  const kept = before.ids[keep - 1];
  if (length < MIN_ROWS || last === undefined || kept === undefined) return null;
  if (!context.store.catalog.indexes.has(CHECK_INDEX)) return null;
  const now = countRows(context, sessionId, last);
  if (now.rows !== length || now.active !== countActive(before)) return null;
  return joinRows(before, keep, readRowsAfter(context, sessionId, kept));
}

/** The plus sign keeps SQLite from an index by id, for which it would have to read every row: 5 ms instead of 80. */
function countRows(context: LaneContext, sessionId: string, lastId: number): { rows: number; active: number } {
  const active = liveColumn(context.store.catalog, 'messages', 'active', 'm', '1');
  const [rows = 0, live = 0] =
    context.store.db
      .prepare<[string, number], [number, number]>(
        `SELECT count(*), count(CASE WHEN coalesce(${active}, 1) = 0 THEN NULL ELSE 1 END) FROM messages m ` +
          `WHERE ${context.guard('m.id')} AND m.session_id = ? AND +m.id <= ?`,
      )
      .raw()
      .get(sessionId, lastId) ?? [];
  return { rows, active: live };
}

function countActive({ kinds }: SegmentRows): number {
  let active = 0;
  for (const kind of kinds) if ((kind & ROW.active) !== 0) active += 1;
  return active;
}

function joinRows(before: SegmentRows, keep: number, tail: SegmentRows): SegmentRows {
  const length = keep + tail.ids.length;
  const joined: SegmentRows = {
    ids: new Float64Array(length),
    kinds: new Uint16Array(length),
    bytes: new Float64Array(length),
    timestamps: new Float64Array(length),
  };
  for (const column of ['ids', 'kinds', 'bytes', 'timestamps'] as const) {
    joined[column].set(before[column].subarray(0, keep));
    joined[column].set(tail[column], keep);
  }
  return joined;
}
