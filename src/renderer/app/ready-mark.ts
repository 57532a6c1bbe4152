import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';

/** How long nothing must have been asked for before the window counts as settled, in milliseconds. */
const QUIET = 150;

/**
 * Marks the document with `data-ready` while nothing is being fetched, for whoever takes a picture of the window. It
 * shows nothing itself: whatever counts what is being fetched is drawn again with every request.
 */
export function ReadyMark(): null {
  const fetching = useIsFetching();
  useEffect(() => {
    const { dataset } = document.documentElement;
    delete dataset['ready'];
    if (fetching > 0) return undefined;
    const timer = setTimeout(() => {
      dataset['ready'] = 'true';
    }, QUIET);
    return () => {
      clearTimeout(timer);
    };
  }, [fetching]);
  return null;
}
