import type { Dashboard } from '../../../shared/contract/usage.ts';
import type { UsageRange } from '../../../shared/contract/usage-filter.ts';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './dashboard-head.module.css';
import { useDashboardStore } from './use-dashboard.ts';

const RANGES = ['today', '7d', '30d', '90d', 'all', 'custom'] as const;

/** Which sessions are counted: a range of local days, a source, a model. */
export function DashboardHead({ data }: { data: Dashboard | undefined }) {
  const { filter, change } = useDashboardStore();
  const say = texts.dashboard;
  return (
    <header className={css['head']}>
      <h2>{say.region}</h2>
      <Segmented
        label={say.rangeLabel}
        value={filter.range.kind}
        items={RANGES.map(value => ({ value, label: say.ranges[value] }))}
        onValue={kind => {
          change({ range: kind === 'custom' ? customRange(data) : { kind } });
        }}
      />
      {filter.range.kind === 'custom' ? <CustomDays range={filter.range} /> : null}
      <Choice
        label={say.source}
        any={say.anySource}
        value={filter.sources[0]}
        values={data?.sources ?? []}
        nameless={say.nameless.source}
        onValue={value => {
          change({ sources: value === undefined ? [] : [value] });
        }}
      />
      <Choice
        label={say.model}
        any={say.anyModel}
        value={filter.models[0]}
        values={data?.models ?? []}
        nameless={say.nameless.model}
        onValue={value => {
          change({ models: value === undefined ? [] : [value] });
        }}
      />
      <span className={css['bounds']} role={isReversed(filter.range) ? 'alert' : undefined}>
        {isReversed(filter.range) ? say.reversed : boundsOf(data)}
      </span>
    </header>
  );
}

/** A range without a day in it, for which all figures are zero. */
function isReversed(range: UsageRange): boolean {
  return range.kind === 'custom' && range.to < range.from;
}

function boundsOf(data: Dashboard | undefined): string {
  const { firstDay = null, lastDay = null } = data ?? {};
  return firstDay === null || lastDay === null ? texts.dashboard.noDays : texts.dashboard.bounds(firstDay, lastDay);
}

function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Starts from the days that were shown before. */
function customRange(data: Dashboard | undefined): UsageRange {
  return { kind: 'custom', from: data?.firstDay ?? today(), to: data?.lastDay ?? today() };
}

function CustomDays({ range }: { range: Extract<UsageRange, { kind: 'custom' }> }) {
  const change = useDashboardStore(store => store.change);
  const say = texts.dashboard;
  return (
    <span className={css['days']}>
      <label>
        {say.from}{' '}
        <input
          type="date"
          required
          value={range.from}
          max={range.to}
          onChange={event => {
            if (event.target.value !== '') change({ range: { ...range, from: event.target.value } });
          }}
        />
      </label>
      <label>
        {say.to}{' '}
        <input
          type="date"
          required
          value={range.to}
          min={range.from}
          onChange={event => {
            if (event.target.value !== '') change({ range: { ...range, to: event.target.value } });
          }}
        />
      </label>
    </span>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** What the empty value is called. */
  readonly nameless: string;
  readonly onValue: (value: string | undefined) => void;
}

/** Options are told apart by their place, because a value may be empty. */
function Choice({ label, any, value, values, nameless, onValue }: ChoiceProps) {
  const chosen = values.findIndex(entry => entry.value === value);
  return (
    <select
      className={css['select']}
      aria-label={label}
      value={value === undefined ? 'any' : String(chosen)}
      onChange={event => {
        onValue(event.target.value === 'any' ? undefined : values[Number(event.target.value)]?.value);
      }}
    >
      <option value="any">{any}</option>
      {value !== undefined && chosen < 0 ? <option value="-1">{visibleName(value)}</option> : null}
      {values.map((entry, at) => (
        <option key={entry.value} value={String(at)}>
          {entry.value === '' ? nameless : visibleName(entry.value)} ({number(entry.count)})
        </option>
      ))}
    </select>
  );
}
