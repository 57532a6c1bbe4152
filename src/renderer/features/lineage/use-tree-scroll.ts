import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { recallScroll, rememberScroll } from '../../app/ui-store.ts';
import { useVirtualList } from '../../ui/virtual-list.tsx';
import type { ListGeometry, VirtualList } from '../../ui/virtual-list.tsx';
import { rowOfSession } from './tree-rows.ts';
import type { FamilyTree } from './family-tree.ts';
import type { TreeRow } from './tree-rows.ts';

const SCROLL_NAME = 'lineage';
const ROW_HEIGHT = 28;
const OVERSCAN = 8;

/** The rows of a tree as they are drawn. */
export interface ShownRows {
  readonly tree: FamilyTree;
  readonly rows: readonly TreeRow[];
}

/** The rows in sight, their height in pixels, and how another one is brought into view. */
export interface TreeScroll extends VirtualList {
  readonly rowHeight: number;
  readonly height: number;
}

/**
 * Scrolls the tree: opens where it was left, else at one row; when the family changes, the first row in sight stays
 * where it is.
 *
 * @param start - the row to open at.
 */
export function useTreeScroll(scroller: RefObject<HTMLElement | null>, shown: ShownRows, start: number): TreeScroll {
  const rowHeight = useRowHeight(scroller);
  const geometry = useMemo(() => geometryOf(shown.rows.length, rowHeight), [shown.rows.length, rowHeight]);
  const { range, reveal } = useVirtualList(scroller, geometry, { name: 'lineage', overscan: OVERSCAN });
  const before = useRef<(ShownRows & { readonly rowHeight: number }) | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = { ...shown, rowHeight };
    if (element === null) return;
    if (old === null) {
      const kept = recallScroll(SCROLL_NAME);
      scrollTo(element, kept ?? centred(start, rowHeight, element.clientHeight));
    } else if (old.rows !== shown.rows && element.scrollTop > 0) {
      const first = Math.floor(element.scrollTop / old.rowHeight);
      const now = placeAfter(old, shown, first);
      if (now !== first) scrollTo(element, element.scrollTop + (now - first) * rowHeight);
    }
  }, [scroller, shown, rowHeight, start]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const remember = (): void => {
      rememberScroll(SCROLL_NAME, element.scrollTop);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      element.removeEventListener('scroll', remember);
    };
  }, [scroller]);
  return { range, reveal, rowHeight, height: geometry.height };
}

function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

/** A row in the upper third; 0 for one that is in sight without scrolling. */
function centred(row: number, rowHeight: number, height: number): number {
  const top = row * rowHeight;
  return top + rowHeight <= height ? 0 : top - height / 3;
}

/** Where a row is after the family has changed; where it is gone, the nearest one above that is still there. */
function placeAfter(old: ShownRows, now: ShownRows, first: number): number {
  for (let row = first; row >= 0; row -= 1) {
    const id = old.tree.nodes[old.rows[row]?.at ?? -1]?.sessionId;
    const at = id === undefined ? undefined : now.tree.indexOf.get(id);
    if (at !== undefined) return rowOfSession(now.rows, at);
  }
  return first;
}

function geometryOf(count: number, rowHeight: number): ListGeometry {
  return {
    count,
    height: count * rowHeight,
    offsetOf: item => item * rowHeight,
    sizeOf: () => rowHeight,
  };
}

/** Height of a row in pixels at the present text size and density. */
function useRowHeight(scroller: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(ROW_HEIGHT);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const measured = element.querySelector('[role="treeitem"]')?.getBoundingClientRect().height ?? 0;
      if (measured > 0) setHeight(old => (Math.abs(old - measured) > 0.5 ? measured : old));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      resized.disconnect();
    };
  }, [scroller]);
  return height;
}
