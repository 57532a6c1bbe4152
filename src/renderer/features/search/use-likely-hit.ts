import { useCallback, useEffect, useRef } from 'react';
import type { SearchHit } from '../../../shared/contract/search.ts';
import { prepareOpening } from '../../app/openings.ts';

/** Whoever stays on a hit for so long, in milliseconds, may want to open it. */
const REST_MS = 80;

/**
 * Has the hit read that is likely to be opened next: the one on which the pointer is pressed or rests, or to which the
 * keys have come.
 *
 * @param cursor - the hit that a key would open.
 * @returns to be told where the pointer is; null where it is on no hit.
 */
export function useLikelyHit(cursor: SearchHit | null): (hit: SearchHit | null, isPressed: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onPoint = useCallback((hit: SearchHit | null, isPressed: boolean) => {
    clearTimeout(timer.current);
    if (hit === null) return;
    if (isPressed) prepareOpening(hit);
    else timer.current = setTimeout(() => prepareOpening(hit), REST_MS);
  }, []);
  useEffect(() => {
    onPoint(cursor, false);
    return () => clearTimeout(timer.current);
  }, [cursor, onPoint]);
  return onPoint;
}
