import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { recallScroll, rememberScroll } from '../../app/ui-store.ts';
import type { ListLayout } from './list-layout.ts';
import { steadyMove } from './queries.ts';
import type { SessionViewData, ShownSessions } from './queries.ts';
import { useSessionViewStore } from './view-store.ts';
import type { Anchor } from './view-store.ts';

/** Under this name the place of the list is remembered. */
export const SCROLL_NAME = 'sessions';
/** Rows in sight, counted from the top, that are found again; enough that one of them is still there. */
const STEPS = [0, 1, 2, 3, 5, 8] as const;

interface Before {
  readonly shown: ShownSessions;
  readonly layout: ListLayout;
}

/**
 * Keeps what is being read where it is: when rows arrive above, the list scrolls along with the first row in sight;
 * at the very top it stays at the top, so that new rows are seen. Other groups and rows that open inside another leave
 * the row that is held in its place on the screen; any other view starts at its top.
 *
 * @returns where it starts, in pixels: where it was left.
 */
export function useHeldScroll(
  scroller: RefObject<HTMLElement | null>,
  shown: ShownSessions | null,
  layout: ListLayout,
): number {
  const before = useRef<Before | null>(null);
  const [start] = useState(startTop);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = shown === null ? null : { shown, layout };
    if (element === null || shown === null) return;
    // Reading the position makes the browser lay out the page: not for rows that only arrived.
    if (old !== null && old.shown.data === shown.data && old.layout === layout) return;
    if (old === null) {
      const left = startTop();
      // A list that is new, or has its rows back, stands at its top.
      if (left > 0) scrollTo(element, left);
      return;
    }
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
  return start;
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

/** Where the list was left. */
function startTop(): number {
  return recallScroll(SCROLL_NAME) ?? useSessionViewStore.getState().scrolledTo;
}

/** Where the list has to stand after a change. */
function heldTop(top: number, old: Before, now: Before): number {
  const [before, after] = [old.shown.data, now.shown.data];
  if (before.view !== after.view && !hasSameRows(before, after)) return 0;
  if (after.hold !== null && before !== after) return top + movedBy(old.layout, now);
  if (before !== after && top > 0) return top + movedBy(old.layout, now);
  return old.layout.height === now.layout.height ? top : (top * now.layout.height) / Math.max(1, old.layout.height);
}

/** True where two views differ only in how their rows are grouped, which of them are open and what is counted. */
function hasSameRows(before: SessionViewData, after: SessionViewData): boolean {
  const rest = ({ view }: SessionViewData): string =>
    JSON.stringify({ ...view, group: null, expanded: null, dateChoices: null });
  return rest(before) === rest(after);
}

/** How far the rows in sight have moved, in pixels. */
function movedBy(old: ListLayout, { shown, layout }: Before): number {
  const move = steadyMove(shown.data);
  return move === null ? 0 : layout.offsetOf(layout.itemOfRow(move.to)) - old.offsetOf(old.itemOfRow(move.from));
}

/** The rows that a list has in sight, and the one that keys act on; -1 for none. */
export interface RowsInSight {
  readonly first: number;
  readonly last: number;
  readonly cursor: number;
}

/** Tells the next request which rows to find again: those from the top of what is in sight, and the one that keys act on. */
export function useAnchors(shown: ShownSessions | null, { first, last, cursor }: RowsInSight): void {
  useEffect(() => {
    const places = [...STEPS.map(step => first + step), cursor];
    const anchors: Anchor[] = [];
    for (const index of places) {
      const id = index < 0 ? undefined : shown?.rowAt(index)?.id;
      if (id !== undefined && !anchors.some(anchor => anchor.id === id)) anchors.push({ id, index });
    }
    const inSight = cursor >= first && cursor <= last;
    const held = inSight ? anchors.find(anchor => anchor.index === cursor) : undefined;
    useSessionViewStore.setState(({ hold }) => ({
      anchors,
      cursor: held ?? null,
      hold: hold === shown?.data.hold ? null : hold,
    }));
  }, [shown, first, last, cursor]);
}
