import type { Compaction } from '../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import type { SkeletonPart } from './skeleton.ts';

/** A compaction inside one session: the rows that it replaced, and what stands for them. */
export interface InPlace {
  /** Row of the summary; -1 where none is known. */
  readonly summary: number;
  /** The first row behind it. */
  readonly at: number;
  /** Rows that it replaced, ascending. */
  readonly replaced: readonly number[];
}

/**
 * Compactions in place, in order: a summary stands for the compacted rows before it, up to the summary before, which it
 * replaced too. Where no summary is known, the first live row behind compacted ones marks the place.
 */
export function inPlaceCompactions({ flags, shown }: Pick<SegmentLayout, 'flags' | 'shown'>): InPlace[] {
  const found: InPlace[] = [];
  let replaced: number[] = [];
  const last = flags.findLastIndex((bits, row) => isCompacted(bits) && shown[row] !== SHOWN.copy);
  flags.forEach((bits, row) => {
    if (shown[row] === SHOWN.copy || (bits & MESSAGE_FLAG.rewound) !== 0) return;
    const isSummary = (bits & MESSAGE_FLAG.summary) !== 0;
    if (replaced.length > 0 && (isSummary || row > last)) {
      found.push({ summary: isSummary ? row : -1, at: row, replaced });
      replaced = [];
    }
    if (isCompacted(bits)) replaced.push(row);
  });
  return found;
}

/** Row of the summary that a rotation left at the start of a segment; -1 where there is none. */
export function rotationSummary({ flags, shown }: Pick<SegmentLayout, 'flags' | 'shown'>): number {
  const first = flags.findIndex((bits, row) => (bits & MESSAGE_FLAG.summary) !== 0 && shown[row] !== SHOWN.copy);
  if (first === -1) return -1;
  return inPlaceCompactions({ flags, shown }).some(({ summary }) => summary === first) ? -1 : first;
}

/** Where a chain was compressed, in the order of the scroll. */
export function compactionsOf(
  parts: readonly SkeletonPart[],
  indexes: readonly Int32Array[],
  spans: readonly { readonly start: number; readonly count: number }[],
): Compaction[] {
  return parts.flatMap(({ layout }, part) => {
    const { sessionId: segmentId, rows } = layout;
    const span = spans[part] ?? { start: 0, count: 0 };
    const idOf = (row: number) => (row === -1 ? null : (rows.ids[row] ?? null));
    const rotation: Compaction = {
      kind: 'rotation',
      segmentId,
      summaryId: part === 0 ? null : idOf(rotationSummary(layout)),
      index: span.start,
    };
    const inPlace = inPlaceCompactions(layout).map(({ summary, at }): Compaction => ({
      kind: 'in-place',
      segmentId,
      summaryId: idOf(summary),
      index: firstItem(layout, indexes[part], at) ?? span.start + span.count,
    }));
    return part === 0 ? inPlace : [rotation, ...inPlace];
  });
}

/** Index of the first item that is shown from a row on. */
function firstItem({ shown }: SegmentLayout, index: Int32Array | undefined, from: number): number | null {
  for (let row = from; row < shown.length; row += 1) {
    const at = index?.[row] ?? -1;
    if (at !== -1 && shown[row] === SHOWN.item) return at;
  }
  return null;
}

function isCompacted(flags: number): boolean {
  return (flags & MESSAGE_FLAG.compacted) !== 0;
}
