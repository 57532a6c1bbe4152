import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { recallScroll, rememberScroll } from '../../app/ui-store.ts';
import type { ListLayout } from './list-layout.ts';
import type { ShownSessions } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';
import type { Anchor } from './view-store.ts';

const SCROLL_NAME = 'sessions';

interface Before {
  readonly shown: ShownSessions;
  readonly layout: ListLayout;
}

/**
 * Keeps what is being read where it is: when rows arrive above, the list scrolls along with the first row in sight;
 * at the very top it stays at the top, so that new rows are seen. Another view starts at its top.
 */
export function useHeldScroll(
  scroller: RefObject<HTMLElement | null>,
  shown: ShownSessions | null,
  layout: ListLayout,
): void {
  const before = useRef<Before | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = shown === null ? null : { shown, layout };
    if (element === null || shown === null) return;
    // Reading the position makes the browser lay out the page: not for rows that only arrived.
    if (old !== null && old.shown.data === shown.data && old.layout === layout) return;
    const top = heldTop(element.scrollTop, old, { shown, layout });
    if (top !== element.scrollTop) scrollTo(element, top);
  }, [scroller, shown, layout]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const remember = (): void => {
      rememberScroll(SCROLL_NAME, element.scrollTop);
      useSessionViewStore.setState({ scrolledTo: element.scrollTop });
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      element.removeEventListener('scroll', remember);
    };
  }, [scroller]);
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

/** Where the list has to stand after a change. */
function heldTop(top: number, old: Before | null, now: Before): number {
  if (old === null) return recallScroll(SCROLL_NAME) ?? useSessionViewStore.getState().scrolledTo;
  if (old.shown.data.view !== now.shown.data.view) return 0;
  if (old.shown.data !== now.shown.data && top > 0) return top + movedBy(old.layout, now.shown, now.layout);
  return old.layout.height === now.layout.height ? top : (top * now.layout.height) / Math.max(1, old.layout.height);
}

/** How far the first row that is still there has moved, in pixels. */
function movedBy(old: ListLayout, shown: ShownSessions, layout: ListLayout): number {
  const { asked, anchors } = shown.data;
  for (const [at, anchor] of asked.entries()) {
    const now = anchors[at] ?? -1;
    if (now >= 0) return layout.offsetOf(layout.itemOfRow(now)) - old.offsetOf(old.itemOfRow(anchor.index));
  }
  return 0;
}

/** Tells the next request which rows to find again: those in sight from the top, and the one that keys act on. */
export function useAnchors(shown: ShownSessions | null, firstRow: number, cursor: number): void {
  useEffect(() => {
    const places = [firstRow, firstRow + 1, firstRow + 2, firstRow + 3, firstRow + 5, firstRow + 8, cursor];
    const anchors: Anchor[] = [];
    for (const index of places) {
      const id = index < 0 ? undefined : shown?.rowAt(index)?.id;
      if (id !== undefined && !anchors.some(anchor => anchor.id === id)) anchors.push({ id, index });
    }
    useSessionViewStore.setState({ anchors });
  }, [shown, firstRow, cursor]);
}
