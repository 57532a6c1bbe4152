import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Where the items of a list lie, in pixels; known by arithmetic, so that a long list costs nothing to lay out. */
export interface ListGeometry {
  readonly count: number;
  /** Height of all items together. */
  readonly height: number;
  offsetOf(item: number): number;
  /** Item that covers an offset; the last one beyond the end. */
  itemAt(offset: number): number;
}

/** Items `first` to `last`, both included; `last < first` where there are none. */
export interface ItemRange {
  readonly first: number;
  readonly last: number;
}

function rangeAt(geometry: ListGeometry, top: number, height: number, overscan: number): ItemRange {
  if (geometry.count === 0) return { first: 0, last: -1 };
  return {
    first: Math.max(0, geometry.itemAt(top) - overscan),
    last: Math.min(geometry.count - 1, geometry.itemAt(top + height) + overscan),
  };
}

/**
 * The items of a long list that are in sight, with `overscan` more at either edge. A scroll is answered before the
 * next frame is painted.
 */
export function useVisibleItems(
  scroller: RefObject<HTMLElement | null>,
  geometry: ListGeometry,
  overscan: number,
): ItemRange {
  const [view, setView] = useState({ top: 0, height: 0 });
  const range = rangeAt(geometry, view.top, view.height, overscan);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null) setView({ top: element.scrollTop, height: element.clientHeight });
  }, [scroller, geometry]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = (): void => {
      const next = { top: element.scrollTop, height: element.clientHeight };
      flushSync(() => {
        setView(old => (covers(geometry, old, next) ? old : next));
      });
    };
    const resized = new ResizeObserver(update);
    resized.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, geometry]);

  return range;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/** True where the same items are at both edges, so that nothing needs to be drawn. */
function covers(geometry: ListGeometry, old: View, next: View): boolean {
  return (
    geometry.itemAt(old.top) === geometry.itemAt(next.top) &&
    geometry.itemAt(old.top + old.height) === geometry.itemAt(next.top + next.height)
  );
}

/** Scrolls just so far that an item stands free between the edges; `cover` pixels at the top are hidden by a head. */
export function revealItem(element: HTMLElement, geometry: ListGeometry, item: number, cover: number): void {
  const top = geometry.offsetOf(item);
  const bottom = item + 1 < geometry.count ? geometry.offsetOf(item + 1) : geometry.height;
  if (top < element.scrollTop + cover) element.scrollTop = top - cover;
  else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
}
