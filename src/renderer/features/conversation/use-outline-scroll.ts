import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { outlineHeight, rowsWithin } from './outline-rows.ts';
import type { OutlineRow } from './outline-rows.ts';

/** Pixels around what is seen that are drawn too. */
const MARGIN = 120;

/** The scroll of an outline: which rows are to be drawn, and a way to bring a prompt into sight. */
export function useOutlineScroll(rows: readonly OutlineRow[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const scale = scaleOf(element, rows);
    const from = Math.floor((element.scrollTop - MARGIN) / scale);
    const to = Math.ceil((element.scrollTop + element.clientHeight + MARGIN) / scale);
    setSeen(last => (last.from === from && last.to === to ? last : { from, to }));
  }, [rows]);
  const show = useCallback(
    (at: number) => {
      const element = scroller.current;
      const row = rows.find(each => each.segment === null && each.at === at);
      if (element !== null && row !== undefined) bringIntoSight(element, row, scaleOf(element, rows));
    },
    [rows],
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [look]);
  const drawn = useMemo(() => rowsWithin(rows, seen.from, seen.to), [rows, seen]);
  return { scroller, drawn, look, show };
}

/** Rows are as high as the text is large. */
function scaleOf({ firstElementChild: space }: HTMLElement, rows: readonly OutlineRow[]): number {
  const height = space instanceof HTMLElement ? space.offsetHeight : 0;
  return height === 0 ? 1 : height / outlineHeight(rows);
}

function bringIntoSight(element: HTMLElement, row: OutlineRow, scale: number): void {
  const { scrollTop, clientHeight } = element;
  const top = row.top * scale;
  const height = row.height * scale;
  if (top >= scrollTop && top + height <= scrollTop + clientHeight) return;
  element.scrollTop = top - (clientHeight - height) / 2;
}
