import { create } from 'zustand';

interface SelectionStore {
  /** Ids of the rows that are picked for a common action; a row that is merely open is not among them. */
  readonly ids: ReadonlySet<string>;
  /** The row that a range starts from. */
  readonly anchor: string | null;
  readonly toggle: (id: string) => void;
  /** Picks these and nothing else; the anchor stays. */
  readonly pick: (ids: readonly string[], anchor: string | null) => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The rows picked in the session list. */
export const useSelectionStore = create<SelectionStore>()(set => ({
  ids: NONE,
  anchor: null,
  toggle: id => {
    set(({ ids }) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      return { ids: next, anchor: id };
    });
  },
  pick: (ids, anchor) => {
    set({ ids: new Set(ids), anchor });
  },
  clear: () => {
    set({ ids: NONE, anchor: null });
  },
}));
