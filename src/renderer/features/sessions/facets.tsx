import { useMemo } from 'react';
import type { IconName } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { texts } from '../../app/messages.ts';
import { DateFacet } from './date-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import type { FacetChoice } from './facet-group.tsx';
import { useSessionsView } from './queries.ts';
import type { SessionViewData } from './queries.ts';
import { modelNames } from './row-words.ts';
import { facetValueName, isState, projectNames } from './value-names.ts';
import { useSessionViewStore } from './view-store.ts';
import type { FacetName } from './view-store.ts';

const STATE_ICONS = {
  open: 'root',
  ended: 'check',
  pinned: 'pin',
  archived: 'archive',
  'stale-open': 'alert',
  'has-subagents': 'subagent',
} as const;

/** The facets that stand closed until they are asked for: few lists are narrowed by them. */
const CLOSED: ReadonlySet<FacetName> = new Set(['providers', 'endReasons']);

/** What the list can be narrowed by, with how many conversations each value would leave; a click narrows it. */
export function Facets() {
  const { data } = useSessionsView();
  if (data === undefined) return null;
  return (
    <>
      <ValueFacet facet="sources" data={data} iconOf={sourceIcon} />
      <ValueFacet facet="models" data={data} />
      <ValueFacet facet="projects" data={data} iconOf={projectIcon} />
      <StateFacet data={data} />
      <DateFacet counts={data.facets.dates} />
      <ValueFacet facet="providers" data={data} />
      <ValueFacet facet="endReasons" data={data} />
    </>
  );
}

function projectIcon(): IconName {
  return 'folder';
}

interface ValueFacetProps {
  readonly facet: FacetName;
  readonly data: SessionViewData;
  readonly iconOf?: (value: string) => IconName;
}

function ValueFacet({ facet, data, iconOf }: ValueFacetProps) {
  const chosen = useSessionViewStore(store => store.view[facet]);
  const toggleFacet = useSessionViewStore(store => store.toggleFacet);
  const values = data.facets[facet];
  const choices = useMemo(() => {
    const all = values.map(entry => entry.value);
    const names = facet === 'models' ? modelNames(all) : facet === 'projects' ? projectNames(all) : undefined;
    return values.map(({ value, count }): FacetChoice => ({
      value,
      count,
      ...facetValueName(facet, value, names),
      ...(iconOf === undefined ? {} : { icon: iconOf(value) }),
    }));
  }, [facet, values, iconOf]);
  return (
    <FacetGroup
      title={texts.sessions.facets[facet]}
      choices={choices}
      chosen={chosen}
      startsOpen={!CLOSED.has(facet) || chosen.length > 0}
      onToggle={value => {
        toggleFacet(facet, value);
      }}
    />
  );
}

function StateFacet({ data }: { data: SessionViewData }) {
  const chosen = useSessionViewStore(store => store.view.states);
  const toggleState = useSessionViewStore(store => store.toggleState);
  const choices = data.facets.states.flatMap(({ value, count }): FacetChoice[] => {
    if (!isState(value)) return [];
    const name = texts.sessions.states[value];
    return [{ value, count, name, whole: name, icon: STATE_ICONS[value] }];
  });
  return (
    <FacetGroup
      title={texts.sessions.facets.states}
      choices={choices}
      chosen={chosen}
      startsOpen
      onToggle={value => {
        if (isState(value)) toggleState(value);
      }}
    />
  );
}
