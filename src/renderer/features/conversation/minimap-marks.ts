/** Indexes of the items that a strip marks, by kind. */
export interface MinimapItems {
  readonly prompts: readonly number[];
  readonly tools: readonly number[];
  readonly failures: readonly number[];
  readonly hits: readonly number[];
}

/** A mark of a strip: its row of pixels, and how strong it is, 0 to 1. */
export interface StripMark {
  readonly y: number;
  readonly strength: number;
}

/** Where fewer rows of pixels lie between two marks, on average, they would make one band. */
const CROWDED = 4;
const FAINTEST = 0.12;

/**
 * The rows of pixels on which marks stand, each once, however many items share it. Crowded ones are as faint as they
 * have few items, so that what there is much of stands out.
 *
 * @param place - position of an item in pixels.
 * @param last - the lowest row on which a mark may stand.
 */
export function marksByPixel(items: readonly number[], place: (item: number) => number, last: number): StripMark[] {
  const rows = new Map<number, number>();
  for (const item of items) {
    const y = Math.max(0, Math.min(last, Math.round(place(item))));
    rows.set(y, (rows.get(y) ?? 0) + 1);
  }
  const isCrowded = rows.size * CROWDED > last;
  const most = Math.max(1, ...rows.values());
  return [...rows].map(([y, count]) => ({ y, strength: isCrowded ? FAINTEST + (0.6 * count ** 2) / most ** 2 : 1 }));
}
