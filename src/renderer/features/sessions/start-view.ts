import type { ListPreferences } from '../../../shared/contract/app.ts';
import type { SessionView } from '../../../shared/contract/sessions.ts';

/** What the list shows until another choice is known. */
export const START_LIST: ListPreferences = {
  scope: 'people',
  sort: 'activity',
  groups: { people: 'day', automation: 'job', all: 'day' },
  showArchived: false,
  showChildren: false,
};

/** A view as every store of one starts: each of its parts has a value. What is only counted is no part of it. */
export type FullView = {
  readonly [K in Exclude<keyof SessionView, 'dateChoices'>]-?: Exclude<SessionView[K], undefined>;
};

/** The view that a newly opened file shows: as chosen before, with nothing filtered. */
export function startView(list: ListPreferences): FullView {
  return {
    scope: list.scope,
    filter: '',
    sort: list.sort,
    group: list.groups[list.scope],
    sources: [],
    models: [],
    states: [],
    providers: [],
    projects: [],
    endReasons: [],
    dates: null,
    showArchived: list.showArchived,
    showChildren: list.showChildren,
    expanded: [],
    behind: null,
  };
}

/** The choice that is remembered, after a change of the view. */
export function rememberedList(list: ListPreferences, view: FullView, changed: Partial<FullView>): ListPreferences {
  return {
    scope: changed.scope ?? list.scope,
    sort: changed.sort ?? list.sort,
    groups: changed.group === undefined ? list.groups : { ...list.groups, [view.scope]: changed.group },
    showArchived: changed.showArchived ?? list.showArchived,
    showChildren: changed.showChildren ?? list.showChildren,
  };
}
