import { create } from 'zustand';
import type { ListPreferences } from '../../../shared/contract/app.ts';
import type {
  ConversationRow,
  HiddenReason,
  SessionGrouping,
  SessionState,
  SessionView,
} from '../../../shared/contract/sessions.ts';
import { useSelectionStore } from './selection-store.ts';
import { rememberedList, START_LIST, startView } from './start-view.ts';
import type { FullView } from './start-view.ts';

/** A row whose place is to be found again after the list has changed. */
export interface Anchor {
  readonly id: string;
  readonly index: number;
}

/** The facets whose values are words of the file. */
export type FacetName = 'sources' | 'models' | 'providers' | 'projects' | 'endReasons';

interface SessionViewStore {
  /** What the list is asked to show. */
  readonly view: FullView;
  /** Counts the changes of the view, so that each is asked anew where the rows in sight have gone. */
  readonly turn: number;
  /** The choice of view that the next start begins with. */
  readonly list: ListPreferences;
  /** Rows that the list on screen holds on to; asked for with the next view. */
  readonly anchors: readonly Anchor[];
  /** The row that keys act on, where it is in sight. */
  readonly cursor: Anchor | null;
  /** The row that must not move on the screen while the view that was asked for takes its place. */
  readonly hold: Anchor | null;
  /** Where the list was last scrolled to, in pixels; for coming back to it by a way other than Back. */
  readonly scrolledTo: number;
  /** Takes over the choice of view that was kept from the last start; only the first one changes the view. */
  readonly adopt: (list: ListPreferences) => void;
  readonly change: (change: Partial<SessionView>) => void;
  /** Parts the list in another way; the row that keys act on stays where it is on the screen. */
  readonly setGroup: (group: SessionGrouping) => void;
  readonly toggleFacet: (facet: FacetName, value: string) => void;
  readonly toggleState: (state: SessionState) => void;
  /** Shows the children of a conversation inside it, or no longer; its row stays where it is. */
  readonly setExpanded: (row: ConversationRow, index: number, on: boolean) => void;
  /** Takes away what hides rows for this reason. */
  readonly reveal: (reason: HiddenReason) => void;
  readonly showEverything: () => void;
  /** Takes back every filter; scope, order and groups stay. */
  readonly clearFilters: () => void;
  /** Shows the conversations behind a figure of the dashboard, and nothing else but them. */
  readonly showBehind: (behind: NonNullable<SessionView['behind']>) => void;
  readonly reset: () => void;
}

const NO_FILTERS = {
  filter: '',
  sources: [],
  models: [],
  states: [],
  providers: [],
  projects: [],
  endReasons: [],
  dates: null,
  behind: null,
} as const satisfies Partial<SessionView>;

const REVEALING: Readonly<Record<HiddenReason, Partial<FullView>>> = {
  subagent: { showChildren: true },
  'unknown-child': { showChildren: true },
  archived: { showArchived: true },
  automation: { scope: 'all' },
  people: { scope: 'all' },
  source: { sources: [] },
  model: { models: [] },
  state: { states: [] },
  provider: { providers: [] },
  project: { projects: [] },
  'end-reason': { endReasons: [] },
  dates: { dates: null },
  filter: { filter: '' },
  behind: { behind: null },
};

/** What may change without letting go of the rows that are picked: they all stay in the list. */
const KEEPS_ROWS: ReadonlySet<string> = new Set(['sort', 'group', 'expanded']);
/** As many as the contract takes. */
const MOST_EXPANDED = 500;

function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter(other => other !== value) : [...values, value];
}

/** A view in which nothing is hidden for this reason any more. */
export function revealing(view: FullView, reason: HiddenReason): FullView {
  return { ...view, ...REVEALING[reason] };
}

/** Values that are undefined change nothing. */
function given(change: Partial<SessionView>): Partial<FullView> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** What the session list and its facets share. */
export const useSessionViewStore = create<SessionViewStore>()((set, get) => {
  const change = (make: (view: FullView) => Partial<FullView>): void => {
    const { view, list, turn } = get();
    const changed = make(view);
    const next = { ...view, ...changed };
    // What a figure of the dashboard needs to be shown is no choice of the user.
    const kept = next.behind === null ? rememberedList(list, next, changed) : list;
    set({ view: { ...next, group: changed.group ?? list.groups[next.scope] }, list: kept, turn: turn + 1 });
    // What is picked stays in sight: nothing is deleted that a filter has just hidden.
    if (Object.keys(changed).some(key => !KEEPS_ROWS.has(key))) useSelectionStore.getState().clear();
  };
  let isAdopted = false;
  return {
    view: startView(START_LIST),
    turn: 0,
    list: START_LIST,
    anchors: [],
    cursor: null,
    hold: null,
    scrolledTo: 0,
    adopt: list => {
      if (!isAdopted) set({ list, view: startView(list) });
      isAdopted = true;
    },
    change: values => {
      change(() => given(values));
    },
    setGroup: group => {
      const { cursor, anchors, scrolledTo } = get();
      set({ hold: cursor ?? (scrolledTo > 0 ? (anchors[0] ?? null) : null) });
      change(() => ({ group }));
    },
    toggleFacet: (facet, value) => {
      change(view => ({ [facet]: toggled(view[facet], value) }));
    },
    toggleState: state => {
      change(view => ({ states: toggled(view.states, state) }));
    },
    setExpanded: ({ id, rootId }, index, on) => {
      set({ hold: { id, index } });
      change(({ expanded }) => {
        // By its root, which stays the same when a compression gives the conversation a new tip.
        const rest = expanded.filter(root => root !== rootId);
        return { expanded: on ? [...rest, rootId].slice(-MOST_EXPANDED) : rest };
      });
    },
    reveal: reason => {
      change(() => REVEALING[reason]);
    },
    showEverything: () => {
      change(() => ({ ...NO_FILTERS, scope: 'all', showArchived: true, showChildren: true }));
    },
    clearFilters: () => {
      change(({ filter }) => ({ ...NO_FILTERS, filter, showArchived: false, showChildren: false }));
    },
    showBehind: behind => {
      change(() => ({ ...NO_FILTERS, scope: 'all', showArchived: true, showChildren: false, behind }));
    },
    reset: () => {
      set(({ list }) => ({ view: startView(list), anchors: [], cursor: null, hold: null, scrolledTo: 0 }));
    },
  };
});
