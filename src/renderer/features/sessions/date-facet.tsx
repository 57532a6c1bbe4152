import { useState } from 'react';
import type { DateCount, DateRange } from '../../../shared/contract/sessions.ts';
import { texts } from '../../app/messages.ts';
import { useNow } from '../../ui/use-now.ts';
import { DATE_PRESETS, dayOf, presetOf, presetRange, rangeOfDays } from './date-range.ts';
import { FacetButton, FacetSection } from './facet-group.tsx';
import css from './facets.module.css';
import { useSessionViewStore } from './view-store.ts';

/** When conversations were going on: one of the fixed ranges, or from one day to another. */
export function DateFacet({ counts }: { counts: readonly DateCount[] }) {
  const dates = useSessionViewStore(store => store.view.dates);
  const change = useSessionViewStore(store => store.change);
  const now = useNow(60_000);
  const on = dates === null ? null : presetOf(dates, now);
  const say = texts.sessions;
  return (
    <FacetSection title={say.facets.dates} startsOpen>
      <ul>
        {DATE_PRESETS.map(preset => (
          <li key={preset}>
            <FacetButton
              choice={{
                name: say.presets[preset],
                whole: say.presets[preset],
                icon: 'calendar',
                ...countOf(counts, presetRange(preset, now)),
              }}
              on={preset === on}
              onClick={() => {
                change({ dates: preset === on ? null : presetRange(preset, now) });
              }}
            />
          </li>
        ))}
      </ul>
      <DayFields dates={dates} />
    </FacetSection>
  );
}

/** No count where the range is not the one that was counted: the day has just begun. */
function countOf(counts: readonly DateCount[], { from, to }: DateRange): { readonly count?: number } {
  const found = counts.find(({ range }) => range.from === from && range.to === to);
  return found === undefined ? {} : { count: found.count };
}

/** What the fields hold: a day that is being typed is no day yet. */
interface Typed {
  readonly from: string;
  readonly to: string;
}

function DayFields({ dates }: { dates: DateRange | null }) {
  const change = useSessionViewStore(store => store.change);
  const [seen, setSeen] = useState(dates);
  const [typed, setTyped] = useState<Typed>(() => daysOf(dates));
  if (dates !== seen) {
    setSeen(dates);
    if (JSON.stringify(dates) !== JSON.stringify(rangeOfDays(typed.from, typed.to))) setTyped(daysOf(dates));
  }
  const type = (next: Typed): void => {
    setTyped(next);
    const range = rangeOfDays(next.from, next.to);
    if (!isReversed(range) && JSON.stringify(range) !== JSON.stringify(dates)) change({ dates: range });
  };
  const say = texts.sessions;
  return (
    <div className={css['days']}>
      {(['from', 'to'] as const).map(end => (
        <label key={end}>
          <span>{say[end]}</span>
          <input
            type="date"
            value={typed[end]}
            max="9999-12-31"
            onChange={event => {
              type({ ...typed, [end]: event.target.value });
            }}
          />
        </label>
      ))}
      {isReversed(rangeOfDays(typed.from, typed.to)) ? <p role="alert">{say.datesReversed}</p> : null}
    </div>
  );
}

function daysOf(dates: DateRange | null): Typed {
  const { from = null, to = null } = dates ?? {};
  return { from: from === null ? '' : dayOf(from), to: to === null ? '' : dayOf(to - 1) };
}

function isReversed(range: DateRange | null): boolean {
  const { from = null, to = null } = range ?? {};
  return from !== null && to !== null && from >= to;
}
