/** Items whose bodies are asked for together, and how many beyond what is seen are asked for, too. */
const CHUNK = 32;
const AHEAD = 12;
/** So many items on either side of the one that a conversation opens at are seen with it. */
const SEEN = 6;

/** Numbers of the chunks that hold some items and those around them; `last` is exclusive. */
interface ChunkSpan {
  readonly first: number;
  readonly last: number;
}

/** @param range - indexes of what is shown; `end` is exclusive. */
export function chunkSpan(
  count: number,
  range: { readonly start: number; readonly end: number },
  ahead = AHEAD,
): ChunkSpan {
  if (range.end <= range.start) return { first: 0, last: 0 };
  const first = Math.max(0, Math.floor((range.start - ahead) / CHUNK));
  return { first, last: Math.max(first, Math.min(Math.ceil(count / CHUNK), Math.ceil((range.end + ahead) / CHUNK))) };
}

/** The ids of the items of some chunks: a chunk is always the same items, so that it is known by them. */
export function chunksOf(ids: Float64Array, { first, last }: ChunkSpan): number[][] {
  return Array.from({ length: last - first }, (_, at) => [
    ...ids.subarray((first + at) * CHUNK, (first + at + 1) * CHUNK),
  ]);
}

/** The range of the item that a conversation opens at, the last one where that is not there. */
export function openingRange(ids: Float64Array, itemId: number | null): { start: number; end: number } {
  const found = itemId === null ? -1 : ids.indexOf(itemId);
  const at = found === -1 ? ids.length - 1 : found;
  return { start: Math.max(0, at), end: at + 1 };
}

/** The chunks of what is seen first of a conversation that opens at an item. */
export function openingChunks(ids: Float64Array, itemId: number | null): number[][] {
  return chunksOf(ids, chunkSpan(ids.length, openingRange(ids, itemId), SEEN));
}
