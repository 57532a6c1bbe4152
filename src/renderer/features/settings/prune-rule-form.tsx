import { useQuery } from '@tanstack/react-query';
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

/** Which conversations are old enough, and which of them are kept. */
export function PruneRuleForm({ rule, onRule }: { rule: PruneRule; onRule: (rule: PruneRule) => void }) {
  const say = texts.upkeep;
  return (
    <div className={css['form']}>
      <label htmlFor="prune-days">{say.olderThan}</label>
      <div>
        <input
          id="prune-days"
          className={css['days']}
          type="number"
          min={0}
          max={MAX_DAYS}
          value={rule.olderThanDays}
          onChange={event => {
            const days = event.target.valueAsNumber;
            if (days >= 0 && days <= MAX_DAYS) onRule({ ...rule, olderThanDays: days });
          }}
        />{' '}
        {say.days} {say.daysSince[rule.by]}
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
      </div>
    </div>
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
