import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { movedRange } from './anchoring.ts';
import type { RowRange } from './anchoring.ts';
import type { OpenConversation } from './queries.ts';
import { ReadingWindow } from './reading-window.ts';
import { windowRows } from './window-rows.ts';

const GUTTER_AND_MARGINS = 140;
const MEASURE = 720;
const NO_ROWS: RowRange = { start: 0, end: 0 };

interface View {
  readonly first: number;
  readonly atEnd: boolean;
}

/** The rows that are to be mounted, and the ids of all rows among which they were chosen. */
interface Wanted {
  readonly range: RowRange;
  readonly ids: Float64Array;
  readonly isLeap: boolean;
}

/** The elements that the window works with. */
export interface WindowRefs {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly spacer: RefObject<HTMLDivElement | null>;
  readonly block: RefObject<HTMLDivElement | null>;
}

/** A {@link ReadingWindow} over a skeleton, and what it wants mounted. `viewKey` says when a change of view matters. */
export function useReadingWindow(
  { scroller, spacer, block }: WindowRefs,
  skeleton: OpenConversation['skeleton'],
  viewKey: (view: View) => string,
) {
  const [reading, setReading] = useState<ReadingWindow | null>(null);
  const [wanted, setWanted] = useState<Wanted>({ range: NO_ROWS, ids: skeleton.ids, isLeap: true });
  // Rows that are shown stay, with their bodies and the focus, when the whole takes the place of a part.
  const range = useMemo(() => movedRange(wanted.range, wanted.ids, skeleton.ids), [wanted, skeleton]);
  const [view, setView] = useState<View>({ first: 0, atEnd: true });
  const keyOf = useRef(viewKey);

  useLayoutEffect(() => {
    keyOf.current = viewKey;
  });

  const onView = useCallback((next: View) => {
    setView(old => (keyOf.current(old) === keyOf.current(next) ? old : next));
  }, []);

  const first = useRef(skeleton);
  const laidOut = useRef(skeleton);
  useLayoutEffect(() => {
    if (scroller.current === null || spacer.current === null || block.current === null) return;
    const elements = { scroller: scroller.current, spacer: spacer.current, block: block.current };
    const made = new ReadingWindow(elements, windowRows(first.current, textWidth(elements.scroller.clientWidth)), {
      onRange: (next, { isUrgent, isLeap }) => {
        const { ids } = laidOut.current;
        const change = (): void => setWanted({ range: next, ids, isLeap });
        if (isUrgent) flushSync(change);
        else change();
      },
      onView,
    });
    setReading(made);
    return () => made.dispose();
  }, [onView, scroller, spacer, block]);

  useLayoutEffect(() => {
    if (reading === null || laidOut.current === skeleton) return;
    laidOut.current = skeleton;
    reading.replaceRows(windowRows(skeleton, textWidth(reading.width)), range);
  }, [reading, skeleton, range]);

  return { reading, range, isLeap: wanted.isLeap, view };
}

function textWidth(width: number): number {
  return Math.min(MEASURE, width - GUTTER_AND_MARGINS);
}
