import type { KeyboardEvent, MouseEvent } from 'react';
import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import type { ShownSessions } from './queries.ts';
import { useSelectionStore } from './selection-store.ts';
import type { ListCursor } from './use-list-cursor.ts';
import { useSessionViewStore } from './view-store.ts';

export interface Unfolding {
  /** Shows what is inside a row, or no longer; true where a click was for that. */
  readonly onClick: (event: MouseEvent, index: number) => boolean;
  /** Right unfolds and then goes in, Left goes out and then folds; true where the key was for that. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** The subagents of a conversation, shown inside it and in its place. */
export function useUnfolding(shown: ShownSessions | null, cursor: ListCursor): Unfolding {
  return {
    onClick: (event, index) => {
      const row = shown?.rowAt(index);
      if (shown === null || row === undefined || !isOnSign(event.target)) return false;
      cursor.hold(index);
      toggleUnfolded(shown, row, index);
      return true;
    },
    onKey: event => {
      const row = cursor.index < 0 ? undefined : shown?.rowAt(cursor.index);
      if (shown === null || row === undefined || isModified(event)) return false;
      if (event.key === 'ArrowRight') goIn(shown, row, cursor);
      else if (event.key === 'ArrowLeft') goOut(shown, row, cursor);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

function isModified(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
}

function isOnSign(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-unfold]') !== null;
}

/** Shows what is inside the row at a place, or no longer. What is picked in there is let go. */
export function toggleUnfolded(shown: ShownSessions, row: ConversationRow, index: number): void {
  if (row.expanded) letGoInside(shown, row, index);
  useSessionViewStore.getState().setExpanded(row, index, !row.expanded);
}

function goIn(shown: ShownSessions, row: ConversationRow, cursor: ListCursor): void {
  if (row.expanded) cursor.moveTo(cursor.index + 1);
  else if (row.nested > 0) toggleUnfolded(shown, row, cursor.index);
}

function goOut(shown: ShownSessions, row: ConversationRow, cursor: ListCursor): void {
  if (row.expanded) {
    toggleUnfolded(shown, row, cursor.index);
    return;
  }
  const outer = outerPlace(shown, row, cursor.index);
  if (outer >= 0) cursor.moveTo(outer);
}

/** Place of the row that holds another one; -1 where it is not there. */
function outerPlace(shown: ShownSessions, row: ConversationRow, index: number): number {
  if (row.depth === 0) return -1;
  for (let above = index - 1; above >= 0; above--) {
    const other = shown.rowAt(above);
    if (other === undefined) return -1;
    if (other.depth < row.depth) return above;
  }
  return -1;
}

/** What is picked stays in sight: nothing is deleted that has just been folded away. */
function letGoInside(shown: ShownSessions, row: ConversationRow, index: number): void {
  const { ids, anchor, pick, clear } = useSelectionStore.getState();
  if (ids.size === 0) return;
  const left = new Set(ids);
  for (let below = index + 1; below < shown.data.total; below++) {
    const other = shown.rowAt(below);
    if (other === undefined) {
      clear();
      return;
    }
    if (other.depth <= row.depth) break;
    left.delete(other.id);
  }
  if (left.size < ids.size) pick([...left], anchor !== null && left.has(anchor) ? anchor : null);
}
