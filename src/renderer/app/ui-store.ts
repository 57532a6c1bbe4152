import { create } from 'zustand';

export type Screen = 'sessions' | 'search' | 'dashboard' | 'settings';
export type SessionTab = 'conversation' | 'lineage' | 'usage' | 'details';

/** Where the window is. Plain values: nothing in it comes from the database but ids. */
export interface Place {
  readonly screen: Screen;
  /** The session that is open beside the list; any segment of its conversation. */
  readonly sessionId: string | null;
  /** The message to stand on; null for the end, or where reading stopped. */
  readonly messageId: number | null;
  readonly tab: SessionTab;
  /** Text of the message search. */
  readonly searchText: string;
  /** Text whose matches are marked in the conversation; empty for none. */
  readonly highlight: string;
}

interface Entry {
  readonly key: number;
  readonly place: Place;
}

/** The window's places in order, as in a browser. */
export interface UiStore {
  readonly entries: readonly Entry[];
  readonly index: number;
  readonly place: Place;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  /**
   * Goes to the present place with these changes; `replace` keeps Back where it is, as typing does. `again` arrives anew
   * even where the place is the same, as following a link a second time does.
   */
  readonly navigate: (
    change: Partial<Place>,
    options?: { readonly replace?: boolean; readonly again?: boolean },
  ) => void;
  readonly back: () => void;
  readonly forward: () => void;
  /** Forgets every place; another file was opened. */
  readonly reset: () => void;
}

const START: Place = {
  screen: 'sessions',
  sessionId: null,
  messageId: null,
  tab: 'conversation',
  searchText: '',
  highlight: '',
};
const MAX_ENTRIES = 200;

let lastKey = 0;
const scrollPlaces = new Map<string, number>();
/** What gives back the choices that a place was left with, by the key of its entry. */
const leftWith = new Map<number, readonly (() => void)[]>();
const keepers = new Set<() => () => void>();

/**
 * Lets Back restore more than the place itself, such as the filters of a list.
 *
 * @param keep - called when a place is left; what it returns is called when Back or Forward come to it again.
 */
export function keepWithPlaces(keep: () => () => void): void {
  keepers.add(keep);
}

function standAt(entries: readonly Entry[], index: number) {
  const place = entries[index]?.place ?? START;
  return { entries, index, place, canGoBack: index > 0, canGoForward: index < entries.length - 1 };
}

function samePlace(a: Place, b: Place): boolean {
  return (
    a.screen === b.screen &&
    a.sessionId === b.sessionId &&
    a.messageId === b.messageId &&
    a.tab === b.tab &&
    a.searchText === b.searchText &&
    a.highlight === b.highlight
  );
}

function withPlace(state: UiStore, place: Place, replace: boolean) {
  if (replace) {
    const entries = state.entries.map((entry, at) => (at === state.index ? { ...entry, place } : entry));
    return standAt(entries, state.index);
  }
  const kept = state.entries.slice(0, state.index + 1).slice(-(MAX_ENTRIES - 1));
  return standAt([...kept, { key: ++lastKey, place }], kept.length);
}

/** The same place under a new key, so that whoever goes where a place says goes there once more. */
function arriveAgain({ entries, index, place }: UiStore) {
  return standAt(
    entries.map((entry, at) => (at === index ? { key: ++lastKey, place } : entry)),
    index,
  );
}

function keepChoices({ entries, index }: UiStore): void {
  const key = entries[index]?.key;
  if (key === undefined) return;
  leftWith.set(
    key,
    [...keepers].map(keep => keep()),
  );
}

function moveTo(state: UiStore, index: number) {
  keepChoices(state);
  for (const restore of leftWith.get(state.entries[index]?.key ?? -1) ?? []) restore();
  return standAt(state.entries, index);
}

/** The store of the window: where it is and where it was. */
export const useUiStore = create<UiStore>()((set, get) => ({
  ...standAt([{ key: lastKey, place: START }], 0),
  navigate: (change, options = {}) => {
    const state = get();
    const place = { ...state.place, ...change };
    if (samePlace(place, state.place)) {
      if (options.again === true) set(arriveAgain(state));
      return;
    }
    if (options.replace !== true) keepChoices(state);
    set(withPlace(state, place, options.replace === true));
  },
  back: () => {
    const state = get();
    if (state.canGoBack) set(moveTo(state, state.index - 1));
  },
  forward: () => {
    const state = get();
    if (state.canGoForward) set(moveTo(state, state.index + 1));
  },
  reset: () => {
    scrollPlaces.clear();
    leftWith.clear();
    set(standAt([{ key: ++lastKey, place: START }], 0));
  },
}));

function scrollKey(list: string): string {
  const { entries, index } = useUiStore.getState();
  return `${String(entries[index]?.key ?? 0)} ${list}`;
}

/** Keeps the scroll position (pixels) of a list for the present place, so that Back finds it again. */
export function rememberScroll(list: string, position: number): void {
  scrollPlaces.set(scrollKey(list), position);
}

/** The position kept by {@link rememberScroll} for the present place; undefined where there is none. */
export function recallScroll(list: string): number | undefined {
  return scrollPlaces.get(scrollKey(list));
}
