import type { HitGroup, SearchHit } from '../../../shared/contract/search.ts';
import type { ListGeometry } from '../../ui/virtual-list.tsx';

/** Hits of a conversation that are shown before "more" was asked for. */
export const FIRST_HITS = 5;

/** An item of the results, in order. */
export type ResultItem =
  | { readonly kind: 'head'; readonly group: HitGroup }
  | {
      readonly kind: 'hit';
      readonly group: HitGroup;
      readonly hit: SearchHit;
      readonly lines: 1 | 2;
      readonly at: number;
    }
  | { readonly kind: 'more'; readonly group: HitGroup; readonly count: number; readonly listed: boolean };

/** Heights of the pieces at a text size of 100 %, in pixels; the style sheet says the same. */
const HEIGHTS = { head: 34, more: 24, hitMargins: 8, near: 17, snippetLine: 19, hitLeast: 39 } as const;

/** What the results are laid out for. */
export interface ResultsView {
  readonly expanded: ReadonlySet<string>;
  /** Width of a snippet in pixels. */
  readonly width: number;
  /** 1 at a text size of 100 %. */
  readonly scale: number;
  /** Height of what stands above the results in the same scroll, in pixels. */
  readonly lead: number;
}

/** The items of the results with where they lie. */
export interface ResultsLayout extends ListGeometry {
  readonly items: readonly ResultItem[];
}

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/gu;
const CHARACTER = 6.4;

/** Whether a snippet takes one line or two; more are never shown. */
export function snippetLines(hit: SearchHit, width: number, scale: number): 1 | 2 {
  const text = hit.snippet.map(part => part.text).join('');
  const wide = text.match(WIDE)?.length ?? 0;
  return (text.length + wide) * CHARACTER * scale > width || text.includes('\n') ? 2 : 1;
}

function heightOf(item: ResultItem): number {
  if (item.kind !== 'hit') return HEIGHTS[item.kind];
  const near = [item.hit.before, item.hit.after].filter(each => each !== null).length;
  const lines = HEIGHTS.hitMargins + near * HEIGHTS.near + item.lines * HEIGHTS.snippetLine;
  return Math.max(HEIGHTS.hitLeast, lines);
}

function itemsOf(groups: readonly HitGroup[], view: ResultsView): ResultItem[] {
  const items: ResultItem[] = [];
  let at = 0;
  for (const group of groups) {
    const shown = view.expanded.has(group.conversationId) ? group.hits : group.hits.slice(0, FIRST_HITS);
    items.push({ kind: 'head', group });
    for (const hit of shown) {
      items.push({ kind: 'hit', group, hit, lines: snippetLines(hit, view.width, view.scale), at });
      at += 1;
    }
    const rest = group.hits.length - shown.length;
    const unlisted = group.hitCount - group.hits.length;
    if (rest > 0) items.push({ kind: 'more', group, count: group.hitCount - shown.length, listed: true });
    else if (unlisted > 0) items.push({ kind: 'more', group, count: unlisted, listed: false });
  }
  return items;
}

/** Lays out the results in one column; every height is known, so that any place is found without drawing it. */
export function layOutResults(groups: readonly HitGroup[], view: ResultsView): ResultsLayout {
  const items = itemsOf(groups, view);
  const tops = new Float64Array(items.length + 1);
  tops[0] = view.lead;
  items.forEach((item, index) => {
    tops[index + 1] = (tops[index] ?? 0) + heightOf(item) * view.scale;
  });
  return {
    items,
    count: items.length,
    height: tops[items.length] ?? 0,
    offsetOf: index => tops[Math.max(0, Math.min(items.length, index))] ?? 0,
    sizeOf: index => (tops[index + 1] ?? 0) - (tops[index] ?? 0),
  };
}
