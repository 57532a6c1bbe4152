import { useEffect } from 'react';
import { useOrganise } from '../actions/use-organise.ts';

/** Ctrl+Z takes the newest action back, except where text is being written: there it is the field's own. */
export function useUndoKey(): void {
  const { undoLast } = useOrganise();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'z')
        return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target !== null && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))) return;
      event.preventDefault();
      void undoLast();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [undoLast]);
}
