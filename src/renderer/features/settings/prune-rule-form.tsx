import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PruneRule } from '../../../shared/contract/prune.ts';
import type { SessionView } from '../../../shared/contract/sessions.ts';
import { useClient } from '../../api/client-context.tsx';
import { number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './prune-rule-form.module.css';

const EVERYTHING: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: false,
};
const MAX_DAYS = 36_500;

/** The days that were typed; NaN for what is none. */
function daysOf(text: string): number {
  const days = text.trim() === '' ? NaN : Number(text);
  return days >= 0 && days <= MAX_DAYS ? days : NaN;
}

/** Which conversations are old enough, and which of them are kept. Where no age is given, the days are NaN. */
export function PruneRuleForm({ rule, onRule }: { rule: PruneRule; onRule: (rule: PruneRule) => void }) {
  const say = texts.upkeep;
  return (
    <div className={css['form']}>
      <label htmlFor="prune-days">{say.olderThan}</label>
      <div>
        <DaysField
          start={rule.olderThanDays}
          unit={`${say.days} ${say.daysSince[rule.by]}`}
          onDays={olderThanDays => {
            onRule({ ...rule, olderThanDays });
          }}
        />
      </div>
      <span>{say.ageBy}</span>
      <div>
        <Segmented
          label={say.ageBy}
          value={rule.by}
          items={[
            { value: 'activity', label: say.lastActive },
            { value: 'started', label: say.started },
          ]}
          onValue={by => {
            onRule({ ...rule, by });
          }}
        />
      </div>
      <label htmlFor="prune-source">{say.bySource}</label>
      <SourceSelect rule={rule} onRule={onRule} />
      <span>{say.alsoTake}</span>
      <div className={css['checks']}>
        <label>
          <input
            type="checkbox"
            checked={rule.includePinned}
            onChange={event => {
              onRule({ ...rule, includePinned: event.target.checked });
            }}
          />{' '}
          {say.includePinned}
        </label>
        <label>
          <input
            type="checkbox"
            checked={rule.includeArchived}
            onChange={event => {
              onRule({ ...rule, includeArchived: event.target.checked });
            }}
          />{' '}
          {say.includeArchived}
        </label>
        <label title={say.includeOpenHint}>
          <input
            type="checkbox"
            checked={rule.includeOpen ?? false}
            onChange={event => {
              onRule({ ...rule, includeOpen: event.target.checked });
            }}
          />{' '}
          {say.includeOpen}
        </label>
      </div>
    </div>
  );
}

/** Holds what is typed, as it is typed: a rule that snapped back to the last number would become another one. */
function DaysField(props: { start: number; unit: string; onDays: (days: number) => void }) {
  const { start, unit, onDays } = props;
  const [text, setText] = useState(String(start));
  const wrong = Number.isNaN(daysOf(text));
  return (
    <>
      <input
        id="prune-days"
        className={css['days']}
        type="number"
        min={0}
        max={MAX_DAYS}
        step="any"
        aria-invalid={wrong}
        aria-describedby={wrong ? 'prune-days-wrong' : undefined}
        value={text}
        onChange={event => {
          setText(event.target.value);
          onDays(daysOf(event.target.value));
        }}
      />{' '}
      {unit}
      {wrong ? (
        <span id="prune-days-wrong" role="alert" className={css['wrong']}>
          {texts.upkeep.daysWrong(MAX_DAYS)}
        </span>
      ) : null}
    </>
  );
}

function SourceSelect({ rule, onRule }: { rule: PruneRule; onRule: (rule: PruneRule) => void }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['sessions', 'sources'],
    queryFn: ({ signal }) => client.sessions.view({ view: EVERYTHING, anchorIds: [], first: 0 }, { signal }),
  });
  return (
    <div>
      <select
        id="prune-source"
        className={css['select']}
        value={rule.sources[0] ?? ''}
        onChange={event => {
          onRule({ ...rule, sources: event.target.value === '' ? [] : [event.target.value] });
        }}
      >
        <option value="">{texts.upkeep.anySource}</option>
        {data?.facets.sources.map(source => (
          <option key={source.value} value={source.value}>
            {visibleName(source.value)} ({number(source.count)})
          </option>
        ))}
      </select>
    </div>
  );
}
