import { useEffect } from 'react';
import { useOrganise } from '../actions/use-organise.ts';

/** Kinds of `input` that hold no text. */
const TEXTLESS = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'TEXTAREA');
}

/** Ctrl+Z takes the newest action back, except where text is being written: there it is the field's own. */
export function useUndoKey(): void {
  const { undoLast } = useOrganise();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z')
        return;
      if (isWriting(event.target)) return;
      event.preventDefault();
      void undoLast();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [undoLast]);
}
