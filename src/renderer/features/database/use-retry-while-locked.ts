import { useEffect, useRef } from 'react';
import type { OpenActions } from './queries.ts';

const RETRY_LOCKED_MS = 3000;

/** A lock goes away by itself: the file is tried again every three seconds while the caller is up. */
export function useRetryWhileLocked(locked: boolean, actions: OpenActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!locked) return;
    const timer = setInterval(() => {
      if (!latest.current.busy) latest.current.retry();
    }, RETRY_LOCKED_MS);
    return () => {
      clearInterval(timer);
    };
  }, [locked]);
}
