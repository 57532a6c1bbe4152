import { memo } from 'react';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import css from './chips.module.css';
import type { FullView } from './start-view.ts';
import { datesName, facetValueName, projectNames } from './value-names.ts';
import { useSessionViewStore } from './view-store.ts';

/** Something that narrows the list, or shows what it leaves out by itself. */
interface Chip {
  readonly key: string;
  readonly kind: string;
  readonly value: string;
  /** The whole of the value, where it was shortened. */
  readonly whole?: string;
  /** The view without it. */
  readonly without: Partial<FullView>;
}

const FACETS = ['sources', 'models', 'providers', 'projects', 'endReasons'] as const;

/** What narrows the list beside its text, each a click away from being taken back; nothing where nothing does. */
export const Chips = memo(function Chips() {
  const view = useSessionViewStore(store => store.view);
  const change = useSessionViewStore(store => store.change);
  const clearFilters = useSessionViewStore(store => store.clearFilters);
  const now = useNow(60_000);
  const chips = chipsOf(view, now);
  if (chips.length === 0) return null;
  return (
    <div className={css['chips']} role="group" aria-label={texts.sessions.activeFilters}>
      {chips.map(chip => (
        <ChipButton
          key={chip.key}
          chip={chip}
          onRemove={() => {
            change(chip.without);
          }}
        />
      ))}
      <Button look="link" onClick={clearFilters}>
        {texts.sessions.reset}
      </Button>
    </div>
  );
});

function ChipButton({ chip, onRemove }: { chip: Chip; onRemove: () => void }) {
  const name = texts.sessions.removeFilter(`${chip.kind}${chip.value}`);
  return (
    <button type="button" className={css['chip']} onClick={onRemove} aria-label={name} title={chip.whole ?? name}>
      <span className={css['kind']}>{chip.kind}</span>
      <span className={css['value']}>{chip.value}</span>
      <Icon name="x" size="tiny" />
    </button>
  );
}

/** How many values the list is narrowed to, its text aside. */
export function filterCount(view: FullView): number {
  return valueChips(view, 0).length;
}

function chipsOf(view: FullView, now: number): Chip[] {
  const say = texts.sessions.chip;
  const shown: Chip[] = [];
  if (view.showArchived)
    shown.push({ key: 'archived', kind: '', value: say.archived, without: { showArchived: false } });
  if (view.showChildren)
    shown.push({ key: 'children', kind: '', value: say.children, without: { showChildren: false } });
  return [...valueChips(view, now), ...shown];
}

function valueChips(view: FullView, now: number): Chip[] {
  const say = texts.sessions;
  const facets = FACETS.flatMap(facet => {
    const names = facet === 'projects' ? projectNames(view.projects) : undefined;
    return view[facet].map((value): Chip => {
      const { name, whole } = facetValueName(facet, value, names);
      const without = { [facet]: view[facet].filter(other => other !== value) };
      return { key: `${facet} ${value}`, kind: say.chip[facet], value: name, whole, without };
    });
  });
  const states = view.states.map(state => ({
    key: `state ${state}`,
    kind: say.chip.state,
    value: say.states[state],
    without: { states: view.states.filter(other => other !== state) },
  }));
  const rest: Chip[] = [];
  if (view.dates !== null) {
    rest.push({ key: 'dates', kind: say.chip.dates, value: datesName(view.dates, now), without: { dates: null } });
  }
  if (view.behind !== null) {
    const value = texts.dashboard.sliceWords(view.behind.slice);
    rest.push({ key: 'behind', kind: '', value, without: { behind: null } });
  }
  return [...facets, ...states, ...rest];
}
