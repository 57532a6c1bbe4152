import { elementScroll, useVirtualizer } from '@tanstack/react-virtual';
import type { Rect, Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
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
  /** Of the list, the same whenever it is on screen. */
  readonly name: string;
  /** Items drawn beyond either edge. */
  readonly overscan: number;
  /** Pixels at the top that a head hides; 0 unless given. */
  readonly cover?: number;
  /** Pixels at which whoever uses it puts it as soon as it has items; 0 unless given. */
  readonly start?: number;
}

/** The items to draw, and how another one is brought into view. */
export interface VirtualList {
  readonly range: ItemRange;
  /** Scrolls just so far that an item stands free between the edges. */
  readonly reveal: (item: number) => void;
}

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

/** How large lists were when they were last on screen: what is probably in sight is drawn before they are measured. */
const lastSizes = new Map<string, Rect>();
const NO_SIZE: Rect = { width: 0, height: 0 };
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
  { name, overscan, cover = 0, start = 0 }: ListView,
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
    observeElementRect: (instance, report) =>
      observeSize(instance, rect => {
        lastSizes.set(name, rect);
        report(rect);
      }),
    initialRect: lastSizes.get(name) ?? NO_SIZE,
    // The library hears of the first scroll with the next frame, which may be one too late.
    initialOffset: start,
    scrollToFn: scrollUnlessNew,
    overscan,
    scrollMargin: geometry.count === 0 ? 0 : geometry.offsetOf(0),
    scrollPaddingStart: cover,
  });
  const isPlaced = useRef(start === 0);
  useLayoutEffect(() => {
    if (isPlaced.current || geometry.count === 0 || virtualizer.scrollElement === null) return;
    isPlaced.current = true;
    // One that has become too short does not stand where it starts, and no scroll tells so.
    virtualizer.scrollOffset = virtualizer.scrollElement.scrollTop;
  }, [virtualizer, geometry]);
  const reveal = useCallback(
    (item: number) => {
      // The library hears of a scroll with the next frame; what it takes for out of sight would be moved.
      if (virtualizer.scrollElement !== null) virtualizer.scrollOffset = virtualizer.scrollElement.scrollTop;
      virtualizer.scrollToIndex(item);
    },
    [virtualizer],
  );
  return { range: rangeOf(virtualizer.getVirtualIndexes()), reveal };
}

function rangeOf(indexes: readonly number[]): ItemRange {
  const first = indexes[0];
  const last = indexes.at(-1);
  return first === undefined || last === undefined ? NO_ITEMS : { first, last };
}

/**
 * Unlike the library's, it does not have a list laid out that is being drawn with the size that it had last, and what a
 * larger window uncovers is drawn at once and not a frame later.
 */
function observeSize(
  { scrollElement, options }: ListVirtualizer,
  report: (rect: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  newLists.add(scrollElement);
  let last = options.initialRect;
  if (last.height === 0) {
    last = sizeOf(scrollElement);
    report(last);
  }
  const resized = new ResizeObserver(() => {
    const size = sizeOf(scrollElement);
    if (size.width === last.width && size.height === last.height) return;
    last = size;
    flushSync(() => report(size));
  });
  resized.observe(scrollElement);
  return () => {
    resized.disconnect();
  };
}

/** Lists that the library is about to scroll to their beginning. */
const newLists = new WeakSet<Element>();

/** A list that is new stands at its beginning, or where it was put: to scroll it there means to lay it out. */
function scrollUnlessNew(...[offset, options, instance]: Parameters<typeof elementScroll<HTMLElement>>): void {
  const { scrollElement } = instance;
  if (scrollElement !== null && newLists.delete(scrollElement)) return;
  elementScroll(offset, options, instance);
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): Rect {
  return { width: clientWidth, height: clientHeight };
}
