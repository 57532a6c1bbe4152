import { create } from 'zustand';
import type { HiddenReason, SessionState, SessionView } from '../../../shared/contract/sessions.ts';
import { useSelectionStore } from './selection-store.ts';

/** A row whose place is to be found again after the list has changed. */
export interface Anchor {
  readonly id: string;
  readonly index: number;
}

interface SessionViewStore {
  /** What the list is asked to show. */
  readonly view: SessionView;
  /** Rows that the list on screen holds on to; asked for with the next view. */
  readonly anchors: readonly Anchor[];
  /** Where the list was last scrolled to, in pixels; for coming back to it by a way other than Back. */
  readonly scrolledTo: number;
  readonly change: (change: Partial<SessionView>) => void;
  readonly toggleFacet: (facet: 'sources' | 'models', value: string) => void;
  readonly toggleState: (state: SessionState) => void;
  /** Takes away what hides rows for this reason. */
  readonly reveal: (reason: HiddenReason) => void;
  readonly showEverything: () => void;
  /** Shows the conversations behind a figure of the dashboard, and nothing else but them. */
  readonly showBehind: (behind: NonNullable<SessionView['behind']>) => void;
  readonly reset: () => void;
}

/** The view that a newly opened file shows. */
export const START_VIEW: SessionView = {
  scope: 'people',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: false,
  showChildren: false,
};

const REVEALING: Readonly<Record<HiddenReason, Partial<SessionView>>> = {
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

function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter(other => other !== value) : [...values, value];
}

/** What the session list and its facets share. */
export const useSessionViewStore = create<SessionViewStore>()(set => {
  const change = (make: (view: SessionView) => Partial<SessionView>): void => {
    const { view } = useSessionViewStore.getState();
    const changed = make(view);
    set({ view: { ...view, ...changed } });
    // What is picked stays in sight: nothing is deleted that a filter has just hidden.
    if (Object.keys(changed).some(key => key !== 'sort')) useSelectionStore.getState().clear();
  };
  return {
    view: START_VIEW,
    anchors: [],
    scrolledTo: 0,
    change: values => {
      change(() => values);
    },
    toggleFacet: (facet, value) => {
      change(view => ({ [facet]: toggled(view[facet], value) }));
    },
    toggleState: state => {
      change(view => ({ states: toggled(view.states, state) }));
    },
    reveal: reason => {
      change(() => REVEALING[reason]);
    },
    showEverything: () => {
      change(view => ({ ...START_VIEW, scope: 'all', sort: view.sort, showArchived: true, showChildren: true }));
    },
    showBehind: behind => {
      change(view => ({
        ...START_VIEW,
        scope: 'all',
        sort: view.sort,
        showArchived: true,
        behind,
      }));
    },
    reset: () => {
      set({ view: START_VIEW, anchors: [], scrolledTo: 0 });
    },
  };
});
