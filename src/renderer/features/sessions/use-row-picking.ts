import type { KeyboardEvent, MouseEvent } from 'react';
import type { AppClient } from '../../../shared/contract/index.ts';
import type { SessionView } from '../../../shared/contract/sessions.ts';
import { reportFailure } from '../../actions/report-failure.ts';
import { useClient } from '../../api/client-context.tsx';
import type { ShownSessions } from './queries.ts';
import { useSelectionStore } from './selection-store.ts';
import type { ListCursor } from './use-list-cursor.ts';

export interface RowPicking {
  /** Picks with Ctrl or Shift; true where the click was for that. */
  readonly onClick: (event: MouseEvent, index: number) => boolean;
  /** Picks by keys; true where the key was for that. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Rows of one request, as many as the contract gives. */
const MOST_ROWS = 200;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Picking several rows: Ctrl for one more, Shift for a range, Ctrl+A for all of the view, Esc for none. All of the view
 * are the conversations that match; those shown inside them go with them.
 */
export function useRowPicking(shown: ShownSessions | null, cursor: ListCursor): RowPicking {
  const client = useClient();
  const { toggle, pick, clear } = useSelectionStore.getState();

  /** Ids of a stretch of rows; those whose page is not there are asked for. */
  const idsBetween = async (from: number, to: number): Promise<string[]> => {
    if (shown === null) return [];
    const [first, last] = from < to ? [from, to] : [to, from];
    const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const known = places.map(index => shown.rowAt(index)?.id).filter(id => id !== undefined);
    if (known.length === places.length) return known;
    const { view, revision } = shown.data;
    if (view.expanded?.length === 0) {
      const { ids } = await client.organise.idsOfView({ view });
      return ids.slice(first, last + 1);
    }
    return idsByPage(client, { view, revision, first, last });
  };
  const extendTo = (index: number): void => {
    const { anchor } = useSelectionStore.getState();
    const start = anchorPlace(shown, anchor, cursor.index);
    const startId = anchor ?? shown?.rowAt(start)?.id ?? null;
    idsBetween(start, index).then(ids => {
      pick(ids, startId);
    }, reportFailure);
  };
  const pickAll = (): void => {
    if (shown === null) return;
    client.organise.idsOfView({ view: shown.data.view }).then(({ ids }) => {
      pick(ids, ids[0] ?? null);
    }, reportFailure);
  };
  const toggleAt = (index: number): void => {
    const id = shown?.rowAt(index)?.id;
    if (id !== undefined) toggle(id);
  };

  return {
    onClick: (event, index) => {
      if (event.shiftKey) extendTo(index);
      else if (event.ctrlKey || event.metaKey) toggleAt(index);
      else return false;
      cursor.hold(index);
      return true;
    },
    onKey: event => {
      const pressed = pickingKey(event, cursor.index);
      if (pressed === null) return false;
      event.preventDefault();
      if (pressed === 'clear') clear();
      else if (pressed === 'all') pickAll();
      else if (pressed === 'toggle') toggleAt(cursor.index);
      else if (shown !== null) {
        const target = Math.max(0, Math.min(shown.data.total - 1, cursor.index + pressed));
        extendTo(target);
        cursor.moveTo(target);
      }
      return true;
    },
  };
}

interface RowStretch {
  readonly view: SessionView;
  readonly revision: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Ids of a stretch of rows, those inside others among them, which are no rows of the view by themselves. None where the
 * list changes meanwhile: other rows would stand in these places.
 */
async function idsByPage(client: AppClient, { view, revision, first, last }: RowStretch): Promise<string[]> {
  const ids: string[] = [];
  while (first + ids.length <= last) {
    const offset = first + ids.length;
    const answer = await client.sessions.page({ view, offset, limit: Math.min(MOST_ROWS, last - offset + 1) });
    if (answer.revision !== revision || answer.rows.length === 0) return [];
    ids.push(...answer.rows.map(row => row.id));
  }
  return ids;
}

/** What a key picks; a number is so many rows further in a range. Null where it is for something else. */
function pickingKey(event: KeyboardEvent, cursor: number): 'clear' | 'all' | 'toggle' | number | null {
  if (event.key === 'Escape') return useSelectionStore.getState().ids.size > 0 ? 'clear' : null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === 'a') return 'all';
    return event.key === ' ' && cursor >= 0 ? 'toggle' : null;
  }
  return event.shiftKey ? (STEPS[event.key] ?? null) : null;
}

/** Where the anchor of a range stands among the rows that are loaded; the cursor where it is not there. */
function anchorPlace(shown: ShownSessions | null, anchor: string | null, cursor: number): number {
  if (shown === null || anchor === null) return Math.max(0, cursor);
  for (let distance = 0; distance < shown.data.total; distance++) {
    const above = cursor - distance;
    const below = cursor + distance;
    if (above >= 0 && shown.rowAt(above)?.id === anchor) return above;
    if (below < shown.data.total && shown.rowAt(below)?.id === anchor) return below;
  }
  return Math.max(0, cursor);
}
