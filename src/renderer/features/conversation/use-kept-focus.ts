import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Gives the focus to a scroll when the focused element in it was taken out of the document by scrolling. */
export function useKeptFocus(scroller: RefObject<HTMLElement | null>): void {
  const held = useRef(false);
  useEffect(() => {
    const onFocus = (event: FocusEvent): void => {
      held.current = event.target instanceof Node && scroller.current?.contains(event.target) === true;
    };
    const onPointer = (event: PointerEvent): void => {
      if (event.target instanceof Node && scroller.current?.contains(event.target) !== true) held.current = false;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  });
}
