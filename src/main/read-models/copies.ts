import { MESSAGE_FLAG } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { flagsOf, ROW, type SegmentRows } from './skeleton-rows.ts';

/** Rows alike in all but their texts that are compared with one row: a bound on hostile files. */
const MAX_CANDIDATES = 64;

/** Index of the row that each row is a copy of; -1 for an original. */
export type Copies = Int32Array;

/**
 * Finds the copies that in-place compaction carried forward: visible rows of one session with equal role, content,
 * timestamp, tool_call_id and tool_calls. The earliest is the original. Only a session that has both active and
 * compacted rows can hold any; texts are compared only where everything short is equal.
 * Source of the rule: design §10, "Copies made by compaction".
 *
 * @returns null where there are none.
 */
export function findCopies(context: LaneContext, sessionId: string, rows: SegmentRows): Copies | null {
  if (!mayHoldCopies(rows)) return null;
  const same = sameTexts(context);
  const copies = new Int32Array(rows.ids.length).fill(-1);
  const originals = new Map<string, number[]>();
  readKeys(context, sessionId).forEach(([id, key], index) => {
    if (rows.ids[index] !== id || isRewound(rows, index)) return;
    const candidates = originals.get(key) ?? [];
    const original = candidates.find(candidate => same(rows.ids[candidate] ?? 0, id));
    if (original === undefined) {
      if (candidates.length < MAX_CANDIDATES) originals.set(key, [...candidates, index]);
    } else {
      copies[index] = original;
    }
  });
  return copies.some(original => original !== -1) ? copies : null;
}

function mayHoldCopies(rows: SegmentRows): boolean {
  const both = ROW.active | ROW.compacted;
  return (rows.kinds.reduce((seen, kind) => seen | kind, 0) & both) === both;
}

function isRewound(rows: SegmentRows, index: number): boolean {
  return (flagsOf(rows.kinds[index] ?? 0) & MESSAGE_FLAG.rewound) !== 0;
}

/** Everything short that copies share, as one text per row, in id order. */
function readKeys(context: LaneContext, sessionId: string): [number, string][] {
  const { catalog, db } = context.store;
  const callId = liveColumn(catalog, 'messages', 'tool_call_id', 'm');
  const calls = liveColumn(catalog, 'messages', 'tool_calls', 'm');
  return db
    .prepare<[string], [number, string]>(
      "SELECT m.id, concat_ws('|', m.role, coalesce(quote(m.timestamp), ''), coalesce(octet_length(m.content), 'null'), " +
        `coalesce(octet_length(${calls}), 'null'), ` +
        `CASE WHEN octet_length(${callId}) <= 512 THEN quote(${callId}) ELSE coalesce(octet_length(${callId}), '') END) ` +
        `FROM messages m WHERE ${context.guard('m.id')} AND m.session_id = ? ORDER BY m.id`,
    )
    .raw()
    .all(sessionId);
}

/** Compares the long columns of two rows. Texts too long to be taken whole are never called equal. */
function sameTexts(context: LaneContext): (one: number, other: number) => boolean {
  const columns = ['content', 'tool_call_id', 'tool_calls'].filter(name =>
    has(context.store.catalog, 'messages', name),
  );
  const equal = columns.map(name => {
    const short = `coalesce(octet_length(a."${name}"), 0) <= ${String(WHOLE_TEXT_BYTES)}`;
    return `CASE WHEN ${short} THEN a."${name}" IS b."${name}" ELSE 0 END`;
  });
  const statement = context.store.db
    .prepare<[number, number], number>(
      `SELECT ${equal.join(' AND ')} FROM messages a, messages b WHERE a.id = ? AND b.id = ?`,
    )
    .pluck();
  return (one, other) => statement.get(one, other) === 1;
}
