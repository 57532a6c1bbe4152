import { memo } from 'react';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './chips.module.css';
import { useSessionViewStore } from './view-store.ts';

interface ChipData {
  readonly key: string;
  readonly kind: string;
  readonly value: string;
  readonly remove: () => void;
}

/** What narrows the list beside its text, each a click away from being taken back; nothing where nothing does. */
export const Chips = memo(function Chips() {
  const chips = useChips();
  const reset = useSessionViewStore(store => store.change);
  if (chips.length === 0) return null;
  return (
    <div className={css['chips']} role="group" aria-label={texts.sessions.activeFilters}>
      {chips.map(chip => (
        <button
          key={chip.key}
          type="button"
          className={css['chip']}
          onClick={chip.remove}
          aria-label={texts.sessions.removeFilter(`${chip.kind}${chip.value}`)}
          title={texts.sessions.removeFilter(`${chip.kind}${chip.value}`)}
        >
          <span className={css['kind']}>{chip.kind}</span>
          <span className={css['value']}>{chip.value}</span>
          <Icon name="x" size="tiny" />
        </button>
      ))}
      <Button
        look="link"
        onClick={() => {
          reset({ sources: [], models: [], states: [], showArchived: false, showChildren: false, behind: null });
        }}
      >
        {texts.sessions.reset}
      </Button>
    </div>
  );
});

function useChips(): ChipData[] {
  const { view, toggleFacet, toggleState, change } = useSessionViewStore();
  const say = texts.sessions;
  const facet = (name: 'sources' | 'models', kind: string): ChipData[] =>
    view[name].map(value => ({
      key: `${name} ${value}`,
      kind,
      value: value === '' ? say.noModel : visibleName(value),
      remove: () => {
        toggleFacet(name, value);
      },
    }));
  const states = view.states.map(state => ({
    key: `state ${state}`,
    kind: say.chip.state,
    value: say.states[state],
    remove: () => {
      toggleState(state);
    },
  }));
  const shown = [
    view.showArchived && { value: say.chip.archived, change: { showArchived: false } },
    view.showChildren && { value: say.chip.children, change: { showChildren: false } },
    view.behind !== null &&
      view.behind !== undefined && {
        value: texts.dashboard.sliceWords(view.behind.slice),
        change: { behind: null },
      },
  ].filter(entry => entry !== false);
  return [
    ...facet('sources', say.chip.source),
    ...facet('models', say.chip.model),
    ...states,
    ...shown.map(entry => ({
      key: entry.value,
      kind: '',
      value: entry.value,
      remove: () => {
        change(entry.change);
      },
    })),
  ];
}
