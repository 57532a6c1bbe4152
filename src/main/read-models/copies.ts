import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { LaneContext } from '../lanes/context.ts';
import { has, liveColumn } from '../session-db/catalog.ts';
import { WHOLE_TEXT_BYTES } from './body-text.ts';
import { flagsOf, roleOf, type SegmentRows } from './skeleton-rows.ts';

/** Rows alike in all but their texts that are compared with one row: a bound on hostile files. */
const MAX_CANDIDATES = 64;
/** Bytes of either end of a text that tell most texts apart without a comparison of the whole. */
const EDGE_BYTES = 48;
const IN_CHUNK = 900;

/** Index of the row that each row is a copy of; -1 for an original. */
export type Copies = Int32Array;

/**
 * Finds the copies that compaction carried forward: visible rows of one session with equal role, content, timestamp,
 * tool_call_id and tool_calls. The earliest is the original. Only rows of one instant, role and length are looked at,
 * so that an ordinary session costs nothing. Source of the rule: design §10, "Copies made by compaction".
 *
 * @returns null where there are none.
 */
export function findCopies(context: LaneContext, rows: SegmentRows): Copies | null {
  const suspects = alikeRows(rows);
  if (suspects.length === 0) return null;
  const keys = readKeys(context, rows, suspects);
  const same = sameRows(context);
  const copies = new Int32Array(rows.ids.length).fill(-1);
  const originals = new Map<string, number[]>();
  for (const row of suspects) {
    const key = keys.get(row) ?? '';
    const candidates = originals.get(key) ?? [];
    const original = candidates.find(candidate => same(rows.ids[candidate] ?? 0, rows.ids[row] ?? 0));
    if (original !== undefined) copies[row] = original;
    else if (candidates.length < MAX_CANDIDATES) originals.set(key, [...candidates, row]);
  }
  return copies.some(original => original !== -1) ? copies : null;
}

/** Visible rows that share time, role and length with another one, ascending. */
function alikeRows(rows: SegmentRows): number[] {
  const together = groupsOf(visibleRows(rows), row => rows.timestamps[row] ?? 0);
  const alike = groupsOf(together, row => {
    const role = roleOf(rows.kinds[row] ?? 0);
    return `${rows.timestamps[row] ?? 0} ${role} ${rows.bytes[row] ?? 0}`;
  });
  return alike.sort((one, other) => one - other);
}

function visibleRows({ kinds }: SegmentRows): number[] {
  const visible: number[] = [];
  kinds.forEach((kind, row) => {
    if ((flagsOf(kind) & MESSAGE_FLAG.rewound) === 0) visible.push(row);
  });
  return visible;
}

/** The rows whose key another row has too. */
function groupsOf(rows: readonly number[], keyOf: (row: number) => number | string): number[] {
  const first = new Map<number | string, number>();
  const grouped = new Set<number>();
  for (const row of rows) {
    const key = keyOf(row);
    const before = first.get(key);
    if (before === undefined) first.set(key, row);
    else grouped.add(before).add(row);
  }
  return [...grouped];
}

/** What copies share and can be had cheaply, as one text per row. */
function readKeys(context: LaneContext, { ids }: SegmentRows, rows: readonly number[]): Map<number, string> {
  const byId = new Map(rows.map(row => [ids[row] ?? 0, row]));
  const keys = new Map<number, string>();
  for (let start = 0; start < rows.length; start += IN_CHUNK) {
    const chunk = rows.slice(start, start + IN_CHUNK).map(row => ids[row] ?? 0);
    const found = context.store.db
      .prepare<number[], [number, string]>(`${keySql(context)} WHERE m.id IN (${chunk.map(() => '?').join(', ')})`)
      .raw()
      .all(...chunk);
    for (const [id, key] of found) keys.set(byId.get(id) ?? -1, key);
    context.checkCancelled();
  }
  return keys;
}

function keySql({ store }: LaneContext): string {
  const calls = liveColumn(store.catalog, 'messages', 'tool_calls', 'm');
  const edges = (column: string) =>
    `coalesce(octet_length(${column}), 'null'), CASE WHEN octet_length(${column}) <= ${String(WHOLE_TEXT_BYTES)} ` +
    `THEN hex(substr(CAST(${column} AS BLOB), 1, ${String(EDGE_BYTES)})) || ` +
    `hex(substr(CAST(${column} AS BLOB), -${String(EDGE_BYTES)})) END`;
  return (
    `SELECT m.id, concat_ws(' ', quote(m.timestamp), hex(m.role), ${edges('m.content')}, ${edges(calls)}) ` +
    'FROM messages m'
  );
}

/** Compares the texts of two rows. Texts too long to be taken whole are never called equal. */
function sameRows(context: LaneContext): (one: number, other: number) => boolean {
  const names = ['content', 'tool_call_id', 'tool_calls'].filter(name => has(context.store.catalog, 'messages', name));
  const equal = names.map(name => {
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
