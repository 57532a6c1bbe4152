/** Indexes of the items that a strip marks, by kind. */
export interface MinimapItems {
  readonly prompts: readonly number[];
  readonly tools: readonly number[];
  readonly failures: readonly number[];
  readonly hits: readonly number[];
}

/**
 * The pixel rows on which marks stand, each once, however many items share it.
 *
 * @param place - position of an item in pixels.
 * @param last - the lowest row on which a mark may stand.
 */
export function marksByPixel(items: readonly number[], place: (item: number) => number, last: number): number[] {
  const rows = new Set<number>();
  for (const item of items) rows.add(Math.max(0, Math.min(last, Math.round(place(item)))));
  return [...rows];
}
