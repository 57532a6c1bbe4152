import { useEffect, useState } from 'react';

/** A value as it was when it last stood still for so many milliseconds; an empty text counts at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  if (value === '' && settled !== '') setSettled('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
