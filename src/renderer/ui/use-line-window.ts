import { useCallback, useRef, useState } from 'react';
import type { RefObject, UIEvent } from 'react';

/** Lines that are drawn, and beyond which line a new window is drawn. */
const LINES = 36;
const STEP = 4;
const BEFORE = 6;

/** The lines of a long list that are drawn. */
export interface LineWindow {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
  /** The element that is as high as all lines together. */
  readonly whole: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/**
 * The part of many lines of one height that is in sight of a scroller no higher than some twenty of them: however many
 * there are, the document holds few.
 */
export function useLineWindow(count: number): LineWindow {
  const whole = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      const line = (whole.current?.getBoundingClientRect().height ?? 0) / Math.max(1, count);
      if (line > 0) setPlace(Math.floor(event.currentTarget.scrollTop / line / STEP) * STEP);
    },
    [count],
  );
  const first = Math.max(0, Math.min(place - BEFORE, count - LINES));
  return { first, end: Math.min(count, first + LINES), whole, onScroll };
}
