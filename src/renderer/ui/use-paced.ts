import { useEffect, useRef, useState } from 'react';

/**
 * A value that follows another at once, but not oftener than every so many milliseconds; what it was last counts in any
 * case. An empty text counts at once.
 */
export function usePaced(value: string, gapMs: number): string {
  const [followed, setFollowed] = useState(value);
  const nextAt = useRef(0);
  if (value === '' && followed !== '') setFollowed('');
  useEffect(() => {
    const follow = (): void => {
      nextAt.current = performance.now() + gapMs;
      setFollowed(value);
    };
    const wait = nextAt.current - performance.now();
    if (wait <= 0) {
      follow();
      return undefined;
    }
    const timer = setTimeout(follow, wait);
    return () => clearTimeout(timer);
  }, [value, gapMs]);
  return followed;
}
