import { create } from 'zustand';

/** Which pictures of a family are shown. */
export type LineageView = 'both' | 'tree' | 'map';
/** What the area of a session in the map stands for. */
export type MapSize = 'tokens' | 'messages';
/** What its colour stands for. */
export type MapPaint = 'cost' | 'none';

interface LineageStore {
  readonly view: LineageView;
  readonly size: MapSize;
  readonly paint: MapPaint;
  /** Rows show figures of a session with all that hangs on it, instead of its own. */
  readonly withBranches: boolean;
  /** Ids of sessions whose branches are folded. */
  readonly folded: ReadonlySet<string>;
  /** Ids of the first sessions of long chains that are shown with every segment. */
  readonly unrolled: ReadonlySet<string>;
  readonly choose: (change: Partial<Pick<LineageStore, 'view' | 'size' | 'paint' | 'withBranches'>>) => void;
  readonly fold: (sessionId: string, on: boolean) => void;
  readonly unroll: (sessionId: string, on: boolean) => void;
}

function withMember(ids: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}

/** How families are looked at; kept as long as the window is. */
export const useLineageStore = create<LineageStore>()(set => ({
  view: 'both',
  size: 'tokens',
  paint: 'cost',
  withBranches: false,
  folded: new Set(),
  unrolled: new Set(),
  choose: change => {
    set(change);
  },
  fold: (sessionId, on) => {
    set(({ folded }) => ({ folded: withMember(folded, sessionId, on) }));
  },
  unroll: (sessionId, on) => {
    set(({ unrolled }) => ({ unrolled: withMember(unrolled, sessionId, on) }));
  },
}));
