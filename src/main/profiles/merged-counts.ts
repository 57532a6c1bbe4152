import type { DateCount, FacetValue, HiddenReason } from '../../shared/contract/sessions.ts';
import { hiddenList, type ViewCounts } from '../read-models/session-filter-tally.ts';

/** The counts beside several views of the same kind, as one. */
export function mergeCounts(all: readonly ViewCounts[]): ViewCounts {
  const hidden = new Map<HiddenReason, number>();
  for (const { reason, count } of all.flatMap(counts => counts.hidden)) {
    hidden.set(reason, (hidden.get(reason) ?? 0) + count);
  }
  const facet = (name: Exclude<keyof ViewCounts['facets'], 'dates'>) => sumOf(all.map(({ facets }) => facets[name]));
  return {
    hidden: hiddenList(hidden),
    scopes: {
      people: sum(all, ({ scopes }) => scopes.people),
      automation: sum(all, ({ scopes }) => scopes.automation),
      all: sum(all, ({ scopes }) => scopes.all),
    },
    facets: {
      sources: byCount(facet('sources')),
      models: byCount(facet('models')),
      // States keep their own order.
      states: facet('states'),
      providers: byCount(facet('providers')),
      projects: byCount(facet('projects')),
      endReasons: byCount(facet('endReasons')),
      dates: sumOfDates(all.map(({ facets }) => facets.dates)),
    },
  };
}

function sum(all: readonly ViewCounts[], of: (counts: ViewCounts) => number): number {
  return all.reduce((total, counts) => total + of(counts), 0);
}

function sumOf(lists: readonly (readonly FacetValue[])[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const { value, count } of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts].map(([value, count]) => ({ value, count }));
}

/** All views were given the same ranges, in the same order. */
function sumOfDates([first = [], ...others]: readonly (readonly DateCount[])[]): DateCount[] {
  return first.map(({ range, count }, at) => ({
    range,
    count: others.reduce((total, counts) => total + (counts[at]?.count ?? 0), count),
  }));
}

function byCount(values: FacetValue[]): FacetValue[] {
  return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
