import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Gives an element the focus where nobody has it: what had it before was taken away. */
export function useFreeFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}
