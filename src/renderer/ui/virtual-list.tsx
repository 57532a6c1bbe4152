import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Where the items of a list lie, in pixels; known by arithmetic, so that none has to be drawn to be measured. */
export interface ListGeometry {
  readonly count: number;
  /** Where the items end, in the content of the scroller. */
  readonly height: number;
  /** Top of an item in the content of the scroller; that of item 0 is what stands above the list. */
  offsetOf(item: number): number;
  sizeOf(item: number): number;
}

/** Items `first` to `last`, both included; `last < first` where there are none. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

/** How a list is looked at. */
export interface ListView {
  /** Items drawn beyond either edge. */
  readonly overscan: number;
  /** Pixels at the top that a head hides; 0 unless given. */
  readonly cover?: number;
}

/** The items to draw, and how another one is brought into view. */
export interface VirtualList {
  readonly range: ItemRange;
  /** Scrolls just so far that an item stands free between the edges. */
  readonly reveal: (item: number) => void;
}

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

const NO_ITEMS: ItemRange = { first: 0, last: -1 };

/**
 * The items of a long list that are in sight. A scroll and a change of the window's size are answered before the next
 * frame is painted, so that no frame is blank; a scroll costs a binary search, a new geometry one pass over all items.
 *
 * @param geometry - must be the same object as long as nothing in it changed.
 */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  geometry: ListGeometry,
  { overscan, cover = 0 }: ListView,
): VirtualList {
  // The library lays out anew when it gets another function for the keys.
  const measures = useMemo(
    () => ({ estimateSize: (item: number) => geometry.sizeOf(item), getItemKey: (item: number) => item }),
    [geometry],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    ...measures,
    count: geometry.count,
    getScrollElement: () => scroller.current,
    observeElementRect: observeSize,
    overscan,
    scrollMargin: geometry.count === 0 ? 0 : geometry.offsetOf(0),
    scrollPaddingStart: cover,
  });
  const reveal = useCallback((item: number) => virtualizer.scrollToIndex(item), [virtualizer]);
  return { range: rangeOf(virtualizer.getVirtualIndexes()), reveal };
}

function rangeOf(indexes: readonly number[]): ItemRange {
  const first = indexes[0];
  const last = indexes.at(-1);
  return first === undefined || last === undefined ? NO_ITEMS : { first, last };
}

/** As the library observes it, but what a larger window uncovers is drawn at once and not a frame later. */
function observeSize(instance: ListVirtualizer, report: (rect: Rect) => void): (() => void) | undefined {
  let isAttached = false;
  const stop = observeElementRect(instance, rect => {
    if (isAttached) flushSync(() => report(rect));
    else report(rect);
  });
  isAttached = true;
  return stop;
}
