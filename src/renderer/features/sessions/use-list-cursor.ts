import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { ShownSessions } from './queries.ts';

export interface ListCursor {
  /** Place of the row that the keys act on; -1 for none. */
  readonly index: number;
  moveTo(index: number): void;
  /** As `moveTo`, but the list does not scroll. */
  hold(index: number): void;
  /** Moves by a key; true where the key is one of the list's. */
  onKey(event: KeyboardEvent): boolean;
}

/** A row held by its id, with its last known place. */
interface Held {
  readonly id: string | null;
  readonly index: number;
}

const NOWHERE: Held = { id: null, index: -1 };

/**
 * The row that the keys act on. It is held by its id: rows that arrive above it move it along.
 *
 * @param pageRows - how many rows PgUp and PgDn move.
 * @param onMove - called with the new place, to bring it into view.
 */
export function useListCursor(
  shown: ShownSessions | null,
  pageRows: () => number,
  onMove: (index: number) => void,
): ListCursor {
  const [held, setHeld] = useState<Held>(NOWHERE);
  const [seen, setSeen] = useState(shown?.data);
  const total = shown?.data.total ?? 0;
  if (shown !== null && shown.data !== seen) {
    setSeen(shown.data);
    const found = placeAfterChange(held, shown);
    if (found !== held) setHeld(found);
  }

  const hold = (index: number): void => {
    setHeld({ id: shown?.rowAt(index)?.id ?? null, index });
  };
  const moveTo = (index: number): void => {
    if (total === 0) return;
    const clamped = Math.max(0, Math.min(total - 1, index));
    hold(clamped);
    onMove(clamped);
  };
  return {
    index: Math.min(held.index, total - 1),
    moveTo,
    hold,
    onKey: event => {
      const target = targetOf(event, held.index, total, pageRows);
      if (target === null) return false;
      event.preventDefault();
      moveTo(target);
      return true;
    },
  };
}

/** Where a held row is in new data: where the file says, else the same place; nowhere in another view. */
function placeAfterChange(held: Held, shown: ShownSessions): Held {
  if (held.index < 0 || held.id === null) return held;
  const asked = shown.data.asked.findIndex(anchor => anchor.id === held.id);
  const index = asked < 0 ? -1 : (shown.data.anchors[asked] ?? -1);
  if (index >= 0) return index === held.index ? held : { id: held.id, index };
  const there = Math.min(held.index, shown.data.total - 1);
  return { id: shown.rowAt(there)?.id ?? null, index: there };
}

function targetOf(event: KeyboardEvent, index: number, total: number, pageRows: () => number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      return index + 1;
    case 'ArrowUp':
    case 'k':
      return Math.max(0, index - 1);
    case 'PageDown':
      return index + pageRows();
    case 'PageUp':
      return Math.max(0, index - pageRows());
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
