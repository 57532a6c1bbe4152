import { useEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { findByLetters, treeMove } from './tree-cursor.ts';
import type { ShownTree } from './tree-cursor.ts';

/** Letters that follow each other faster than this are one word. */
const WORD_MS = 700;

/** What keys do in the tree. */
export interface TreeKeys {
  readonly shown: ShownTree;
  /** The row that keys act on. */
  readonly cursor: number;
  readonly onGo: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onFold: (row: number) => void;
}

/**
 * The keyboard of the tree pattern, with the focus on the row of the cursor, and letters that go to the next name that
 * begins with them.
 */
export function useTreeKeys(scroller: RefObject<HTMLElement | null>, keys: TreeKeys): (event: KeyboardEvent) => void {
  const wantsFocus = useRef(false);
  const typed = useRef({ letters: '', at: 0 });
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const item = scroller.current?.querySelector('[role="treeitem"][tabindex="0"]');
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  });

  const { shown, cursor } = keys;
  const go = (row: number): void => {
    wantsFocus.current = true;
    keys.onGo(row);
  };
  const byLetter = (letter: string, time: number): boolean => {
    const before = time - typed.current.at < WORD_MS ? typed.current.letters : '';
    if (before === '' && /^[jk /?]$/.test(letter)) return false;
    const letters = before + letter;
    const found = findByLetters(shown.tree, shown.rows, before === '' ? cursor + 1 : cursor, letters);
    typed.current = { letters, at: time };
    if (found >= 0) go(found);
    return true;
  };
  const act = (event: KeyboardEvent): boolean => {
    if (event.key.length === 1 && byLetter(event.key, event.timeStamp)) return true;
    if (event.key === 'Enter' || event.key === ' ') {
      keys.onOpen(cursor);
      return true;
    }
    const move = treeMove(shown, cursor, event.key);
    if (move === null) return event.key === 'ArrowRight';
    wantsFocus.current = true;
    if (move.kind === 'go') go(move.to);
    else keys.onFold(cursor);
    return true;
  };
  return event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
