import { create } from 'zustand';
import type { SearchSort } from '../../../shared/contract/search.ts';

/** How the search is narrowed and sorted; kept while the window is open. */
interface SearchStore {
  readonly sort: SearchSort;
  readonly roles: readonly string[];
  readonly sources: readonly string[];
  readonly setSort: (sort: SearchSort) => void;
  readonly toggleRole: (role: string) => void;
  readonly toggleSource: (source: string) => void;
  readonly clearFilters: () => void;
}

function toggled(list: readonly string[], value: string): readonly string[] {
  return list.includes(value) ? list.filter(each => each !== value) : [...list, value];
}

export const useSearchStore = create<SearchStore>()(set => ({
  sort: 'relevance',
  roles: [],
  sources: [],
  setSort: sort => set({ sort }),
  toggleRole: role => set(state => ({ roles: toggled(state.roles, role) })),
  toggleSource: source => set(state => ({ sources: toggled(state.sources, source) })),
  clearFilters: () => set({ roles: [], sources: [] }),
}));
