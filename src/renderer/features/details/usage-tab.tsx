import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import { number, usd } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import css from './usage-tab.module.css';

/** What a conversation used, from its own counters; each cost state by itself. */
export function UsageTab({ row }: { row: ConversationRow }) {
  const words = texts.conversation.usage;
  const { cost } = row;
  const counters = [
    { name: words.tokens, value: row.tokens, note: words.tokensNote },
    { name: words.messages, value: row.messages, note: '' },
    { name: words.toolCalls, value: row.toolCalls, note: '' },
    { name: words.segments, value: row.segments, note: '' },
  ];
  const states = [
    { name: words.actual, amount: cost.actualCount > 0 ? usd(cost.actualUsd) : null, count: cost.actualCount },
    {
      name: words.estimated,
      amount: cost.estimatedCount > 0 ? `~${usd(cost.estimatedUsd)}` : null,
      count: cost.estimatedCount,
    },
    { name: words.included, amount: null, count: cost.includedCount },
    { name: words.unknown, amount: cost.unknownCount > 0 ? '?' : null, count: cost.unknownCount },
  ];
  return (
    <div className={css['usage']} tabIndex={0}>
      <h2>{words.heading}</h2>
      <p>{words.note}</p>
      <dl className={css['counters']}>
        {counters.map(counter => (
          <div key={counter.name}>
            <dt>{counter.name}</dt>
            <dd>{number(counter.value)}</dd>
            <dd className={css['note']}>{counter.note}</dd>
          </div>
        ))}
      </dl>
      <h2>{words.cost}</h2>
      <p>{words.costNote}</p>
      <table className={css['costs']}>
        <thead>
          <tr>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.amount}</th>
            <th scope="col">{words.rows}</th>
          </tr>
        </thead>
        <tbody>
          {states.map(state => (
            <tr key={state.name}>
              <th scope="row">{state.name}</th>
              <td>{state.amount ?? words.noAmount}</td>
              <td>{number(state.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
