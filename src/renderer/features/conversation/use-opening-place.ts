import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { recallScroll, rememberScroll, useUiStore } from '../../app/ui-store.ts';
import type { ReadingWindow } from './reading-window.ts';

/** Where a conversation opens: at a message, or at its end. */
export interface OpeningPlace {
  /** The item that shows the message; null for the end. */
  readonly itemId: number | null;
  /** The message itself: a result inside a card has an article of its own. */
  readonly messageId: number | null;
  /** The item is not among the rows yet. */
  readonly isComing: boolean;
}

const ITEM = 'conversation item';
const OFFSET = 'conversation offset';
const REMEMBER_MS = 200;

/** Goes where the window's place says, once for each place: to where reading stopped, to a message, or to the end. */
export function useOpeningPlace(
  reading: ReadingWindow | null,
  place: OpeningPlace,
  scroller: RefObject<HTMLElement | null>,
): void {
  const entry = useUiStore(store => store.entries[store.index]?.key);
  const gone = useRef<unknown>(null);

  useLayoutEffect(() => {
    if (reading === null || gone.current === entry) return;
    if (openAt(reading, place)) gone.current = entry;
  }, [reading, entry, place]);

  useEffect(() => {
    const element = scroller.current;
    if (reading === null || element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      const at = reading.place;
      rememberScroll(ITEM, at?.id ?? -1);
      rememberScroll(OFFSET, at?.offset ?? 0);
    };
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(remember, REMEMBER_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [reading, scroller]);
}

/** False where the item is still to come. */
function openAt(reading: ReadingWindow, { itemId, messageId, isComing }: OpeningPlace): boolean {
  const remembered = recallScroll(ITEM);
  const index = reading.indexOf(remembered ?? itemId ?? -1);
  if (index === -1 && isComing) return false;
  if (index === -1) reading.goToEnd();
  else if (remembered === undefined) reading.goTo({ index, messageId: messageId ?? -1, align: 'center', focus: true });
  else reading.restore(index, recallScroll(OFFSET) ?? 0);
  return true;
}
