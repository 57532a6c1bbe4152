import { create } from 'zustand';

/** What can lie over the whole window. */
export type Overlay = 'palette' | 'shortcuts';

interface OverlayStore {
  /** Null for nothing; one at a time. */
  readonly shown: Overlay | null;
  readonly show: (overlay: Overlay) => void;
  readonly close: () => void;
}

/** What lies over the window now. */
export const useOverlayStore = create<OverlayStore>()(set => ({
  shown: null,
  show: shown => {
    set({ shown });
  },
  close: () => {
    set({ shown: null });
  },
}));
