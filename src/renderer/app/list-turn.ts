import { startTransition, useCallback, useEffect, useState } from 'react';
import { useUiStore } from './ui-store.ts';
import type { Screen } from './ui-store.ts';

/** The list is not waited for longer than this, in milliseconds. */
const LIST_WAITS_MS = 500;

/** Whether it is the turn of the list. */
export interface ListTurn {
  /** The list, and what narrows it, are to be shown. */
  readonly isListDue: boolean;
  /** Says that what comes before the list is on screen. */
  readonly onShown: () => void;
}

/**
 * Where one comes from elsewhere to a message, the conversation comes first; the list beside it, and what narrows the
 * list, after that.
 */
export function useListTurn(screen: Screen): ListTurn {
  const [turn, setTurn] = useState({ screen, isListDue: isListFirst() });
  if (turn.screen !== screen) setTurn({ screen, isListDue: isListFirst() });
  const { isListDue } = turn;
  const onShown = useCallback(() => {
    startTransition(() => setTurn(({ screen: at }) => ({ screen: at, isListDue: true })));
  }, []);
  useEffect(() => {
    if (isListDue) return undefined;
    const timer = setTimeout(onShown, LIST_WAITS_MS);
    return () => clearTimeout(timer);
  }, [isListDue, onShown]);
  return { isListDue, onShown };
}

function isListFirst(): boolean {
  return useUiStore.getState().place.messageId === null;
}
