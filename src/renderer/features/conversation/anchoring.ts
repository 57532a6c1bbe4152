import type { HeightTable } from './height-table.ts';

/** A row that must not move, with the position of its top in the scrolled content (CSS pixels). */
export interface Anchor {
  readonly index: number;
  readonly top: number;
}

/** Rows `start` to `end - 1`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where rows lie: `drift` is added to the sum of the heights before a row. It takes up what late measurements above
 * the anchor change, so that the anchor stays without touching the scroll position while the reader scrolls.
 */
export function rowTop(heights: HeightTable, drift: number, index: number): number {
  return heights.before(index) + drift;
}

/** The drift that leaves an anchor where it is, whatever the heights have become. */
export function driftFor(heights: HeightTable, anchor: Anchor): number {
  return anchor.top - heights.before(anchor.index);
}

/** The first row that begins within a view, else the row that covers it: what the reader is looking at. */
export function pickAnchor(heights: HeightTable, drift: number, view: { top: number; bottom: number }): Anchor {
  const covering = Math.max(0, heights.indexAt(view.top - drift));
  const starts = rowTop(heights, drift, covering) >= view.top ? covering : covering + 1;
  const inView = starts < heights.length && rowTop(heights, drift, starts) < view.bottom;
  const index = inView ? starts : covering;
  return { index, top: rowTop(heights, drift, index) };
}

/** The rows that touch a view, with so many pixels more at either edge. */
export function rowsInView(
  heights: HeightTable,
  drift: number,
  view: { top: number; bottom: number },
  overscan: number,
): RowRange {
  if (heights.length === 0) return { start: 0, end: 0 };
  return {
    start: heights.indexAt(view.top - overscan - drift),
    end: heights.indexAt(view.bottom + overscan - drift) + 1,
  };
}

/**
 * Where rows are that were mounted before others came or went around them, so that they stay what they are. The first
 * of them that is still there counts.
 */
export function movedRange(range: RowRange, before: Float64Array, ids: Float64Array): RowRange {
  if (before === ids) return range;
  for (let at = range.start; at < Math.min(range.end, before.length); at += 1) {
    const found = ids.indexOf(before[at] ?? Number.NaN);
    if (found === -1) continue;
    const start = found - (at - range.start);
    return { start: Math.max(0, start), end: Math.min(ids.length, start + range.end - range.start) };
  }
  return range;
}

/**
 * Takes up the drift into the scroll position, so that the first row is at the top again. Scroll positions are whole
 * pixels; the rest stays in the drift. Nothing on screen moves, except where the top of the content is in the way.
 */
export function takeUpDrift(scrollTop: number, drift: number): { scrollTop: number; drift: number } {
  const wanted = Math.round(scrollTop - drift);
  if (wanted <= 0) return { scrollTop: 0, drift: 0 };
  return { scrollTop: wanted, drift: drift + (wanted - scrollTop) };
}
