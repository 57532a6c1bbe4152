/** Items whose bodies are asked for together, and how many beyond what is seen are asked for, too. */
const CHUNK = 32;
const AHEAD = 12;
/** So many items on either side of the one that a conversation opens at are seen with it. */
const SEEN = 6;

/** Items of a conversation; `end` is exclusive. */
interface ItemRange {
  readonly start: number;
  readonly end: number;
}

/** A segment: its first item, and how many it has. */
interface Stretch {
  readonly start: number;
  readonly count: number;
}

/**
 * The ids of some items and of those around them, in chunks. A chunk is always the same items, so that it is known by
 * them: it is counted from the beginning of its segment, which is the same in the whole and in a part of it.
 *
 * @param ahead - how many items around them.
 */
export function chunksAround(
  ids: Float64Array,
  segments: readonly Stretch[],
  range: ItemRange,
  ahead = AHEAD,
): number[][] {
  if (range.end <= range.start) return [];
  const from = Math.max(0, range.start - ahead);
  const to = Math.min(ids.length, range.end + ahead);
  return segments
    .filter(({ start, count }) => start < to && start + count > from)
    .flatMap(({ start, count }) =>
      chunksOf(ids.subarray(start, start + count), { from: from - start, to: to - start }),
    );
}

/** The chunks of a segment that hold its items `from` to `to`, exclusive, as far as it has them. */
function chunksOf(ids: Float64Array, { from, to }: { from: number; to: number }): number[][] {
  const first = Math.floor(Math.max(0, from) / CHUNK);
  const last = Math.ceil(Math.min(ids.length, to) / CHUNK);
  return Array.from({ length: last - first }, (_, at) => [
    ...ids.subarray((first + at) * CHUNK, (first + at + 1) * CHUNK),
  ]);
}

/** The range of the item that a conversation opens at, the last one where that is not there. */
export function openingRange(ids: Float64Array, itemId: number | null): ItemRange {
  const found = itemId === null ? -1 : ids.indexOf(itemId);
  const at = found === -1 ? ids.length - 1 : found;
  return { start: Math.max(0, at), end: at + 1 };
}

/** The chunks of what is seen first of a conversation that opens at an item. */
export function openingChunks(ids: Float64Array, segments: readonly Stretch[], itemId: number | null): number[][] {
  return chunksAround(ids, segments, openingRange(ids, itemId), SEEN);
}
