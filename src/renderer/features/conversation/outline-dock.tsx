import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { PromptsOutline } from './prompts-outline.tsx';
import css from './prompts-outline.module.css';
import type { OpenConversation, ShownRows } from './queries.ts';
import type { ReadingWays } from './reading-ways.ts';
import { hasPrompts } from './skeleton-places.ts';

/** So many prompts are worth an outline. */
const FEWEST = 3;

interface OutlineDockProps {
  readonly sessionId: string;
  readonly open: OpenConversation;
  readonly shown: ShownRows;
  /** Null as long as there is no scroll to move. */
  readonly ways: ReadingWays | null;
  readonly children: ReactNode;
}

/** A conversation, and its outline beside it in a pane that is wider than its texts will ever be. */
export function OutlineDock({ children, ways, ...conversation }: OutlineDockProps) {
  const { skeleton } = conversation.open;
  const isLong = useMemo(() => hasPrompts(skeleton, FEWEST), [skeleton]);
  const dock = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLElement>(null);
  const isWide = useIsWide(dock, room);
  return (
    <div ref={dock} className={css['dock']}>
      <i ref={room} className={css['room']} aria-hidden="true" />
      <div className={css['pane']}>{children}</div>
      {isWide && isLong && ways !== null ? <PromptsOutline {...conversation} ways={ways} /> : null}
    </div>
  );
}

/** Whether the dock is as wide as the room that is asked for; that grows with the text. */
function useIsWide(dock: RefObject<HTMLElement | null>, room: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [dock.current, room.current];
    if (outer === null || inner === null) return undefined;
    const measure = (): void => setWide(inner.offsetWidth > 0 && outer.clientWidth >= inner.offsetWidth);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(outer);
    resized.observe(inner);
    return () => resized.disconnect();
  }, [dock, room]);
  return isWide;
}
