import { HeightTable } from './height-table.ts';

/** The elements of a reading window: what scrolls, what gives the scroll its length, and what holds the mounted rows. */
export interface WindowParts {
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  readonly block: HTMLElement;
}

/** Where to go: a row, the message in it that is meant (a result inside a card has its own), and how it shall stand. */
export interface Target {
  readonly index: number;
  readonly messageId: number;
  readonly align: 'center' | 'start';
  /** The message gets the focus as soon as it is there. */
  readonly focus: boolean;
}

/** How a change of the rows that are to be mounted is meant. */
export interface RangeChange {
  /** The view would be empty without them. */
  readonly isUrgent: boolean;
  /** For now it is those in sight only; those around them follow when they have been painted. */
  readonly isLeap: boolean;
}

/** The rows of a window: their ids in order, and their heights as far as they are known. */
export interface WindowRows {
  readonly ids: Float64Array;
  readonly index: RowIndex;
  readonly heights: HeightTable;
}

/** @param heights an estimate for each row in CSS pixels; taken over, not copied. */
export function makeRows(ids: Float64Array, heights: Float64Array): WindowRows {
  return { ids, index: indexRows(ids), heights: new HeightTable(heights) };
}

/** Finds rows by their ids. */
export interface RowIndex {
  /** Index of the row with an id; -1 where there is none. */
  readonly of: (id: number) => number;
}

/** An index of rows by id. Ids nearly always ascend: then nothing has to be made for 50,000 of them. */
function indexRows(ids: Float64Array): RowIndex {
  if (isAscending(ids)) return { of: id => searched(ids, id) };
  const indexes = new Map<number, number>();
  ids.forEach((id, index) => indexes.set(id, index));
  return { of: id => indexes.get(id) ?? -1 };
}

function isAscending(ids: Float64Array): boolean {
  for (let at = 1; at < ids.length; at += 1) if ((ids[at] ?? 0) <= (ids[at - 1] ?? 0)) return false;
  return true;
}

function searched(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const other = ids[middle] ?? 0;
    if (other === id) return middle;
    if (other < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Takes over what is known of the heights of rows that were there before. */
export function keepHeights(rows: WindowRows, before: WindowRows): void {
  before.ids.forEach((id, at) => {
    rows.heights.set(rows.index.of(id), before.heights.height(at));
  });
}

/**
 * Has a window laid out as soon as something in it opens, closes or loads. Sizes are observed between layout and paint,
 * but whoever asks before that where something stands lays the document out, and must not be told a place that is
 * never painted.
 *
 * @returns ends it.
 */
export function settleEarly(
  { scroller, block }: WindowParts,
  changed: MutationObserver,
  settle: () => void,
): () => void {
  changed.observe(block, { subtree: true, childList: true, attributeFilter: ['open', 'hidden', 'class'] });
  scroller.addEventListener('load', settle, true);
  return () => {
    changed.disconnect();
    scroller.removeEventListener('load', settle, true);
  };
}

/**
 * Where to look at an article: at its match where it has more than the room, else at the whole. A match far down in a
 * scroll of its own is not there yet.
 */
export function placeInArticle(article: Element, room: number): DOMRect {
  const whole = article.getBoundingClientRect();
  if (whole.height <= room) return whole;
  const mark = article.querySelector('mark[data-now]') ?? article.querySelector('mark');
  const box = mark?.getBoundingClientRect() ?? whole;
  return box.top >= whole.top && box.bottom <= whole.bottom ? box : whole;
}
