import { useMutation } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { ReadingPlace } from '../../../shared/contract/reading.ts';
import { useClient } from '../../api/client-context.tsx';
import { recallScroll, rememberScroll, useUiStore } from '../../app/ui-store.ts';
import type { ReadingWindow } from './reading-window.ts';

/** Where a conversation opens: at a message, where reading stopped, or at its end. */
export interface OpeningPlace {
  /** The item that shows the message; null for the end. */
  readonly itemId: number | null;
  /** The message itself: a result inside a card has an article of its own. */
  readonly messageId: number | null;
  /** The item is not among the rows yet. */
  readonly isComing: boolean;
  /** Where reading stopped at an earlier time; null where no message is asked for and it opens at its end. */
  readonly resume: ReadingPlace | null;
}

const ITEM = 'conversation item';
const OFFSET = 'conversation offset';
const REMEMBER_MS = 200;

/** Goes where the window's place says, once for each place: to where reading stopped, to a message, or to the end. */
export function useOpeningPlace(
  reading: ReadingWindow | null,
  place: OpeningPlace,
  scroller: RefObject<HTMLElement | null>,
  rootId: string,
): void {
  const keep = useKeptPlace(rootId);
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
      keep(at === null ? null : { messageId: at.id, offset: at.offset });
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
  }, [reading, scroller, keep]);
}

/** False where the item is still to come. */
function openAt(reading: ReadingWindow, place: OpeningPlace): boolean {
  const kept = keptPlace() ?? place.resume;
  const index = reading.indexOf(kept?.messageId ?? place.itemId ?? -1);
  if (index === -1 && place.isComing) return false;
  if (index === -1) reading.goToEnd();
  else if (kept !== null) reading.restore(index, kept.offset);
  else reading.goTo({ index, messageId: place.messageId ?? -1, align: 'center', focus: true });
  return true;
}

/** Where reading stopped when this place of the window was left. */
function keptPlace(): ReadingPlace | null {
  const messageId = recallScroll(ITEM);
  return messageId === undefined ? null : { messageId, offset: recallScroll(OFFSET) ?? 0 };
}

/** Keeps where reading stopped beyond this start of the app. */
function useKeptPlace(rootId: string): (place: ReadingPlace | null) => void {
  const client = useClient();
  const { mutate } = useMutation({
    mutationFn: (place: ReadingPlace | null) => client.reading.keepPlace({ rootId, place }),
  });
  return mutate;
}
