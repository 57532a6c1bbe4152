import { useState } from 'react';
import type { Dashboard, TopConversation } from '../../../shared/contract/usage.ts';
import { compactNumber, costSign, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { CostText } from '../../ui/cost-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { SectionHead } from './section-head.tsx';
import css from './table.module.css';

/** The dearest conversations of the range, by tokens or by cost; a name opens its conversation. */
export function TopConversations({ data, onOpen }: { data: Dashboard; onOpen: (sessionId: string) => void }) {
  const [by, setBy] = useState<'tokens' | 'cost'>('tokens');
  const say = texts.dashboard;
  const { topColumns: columns } = say;
  const rows = by === 'tokens' ? data.topByTokens : data.topByCost;
  return (
    <section className={css['section']} aria-label={say.top}>
      <SectionHead title={say.top}>
        <Segmented
          label={say.top}
          value={by}
          items={(['tokens', 'cost'] as const).map(value => ({ value, label: say.topBy[value] }))}
          onValue={setBy}
        />
      </SectionHead>
      {rows.length === 0 ? (
        <p className={css['nothing']}>{say.noUse}</p>
      ) : (
        <table className={css['table']}>
          <thead>
            <tr>
              <th>{columns.conversation}</th>
              <th className={css['text']}>{columns.source}</th>
              <th>{columns.messages}</th>
              <th>{columns.tokens}</th>
              <th>{columns.cost}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <TopRow key={row.id} row={row} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function TopRow({ row, onOpen }: { row: TopConversation; onOpen: (sessionId: string) => void }) {
  return (
    <tr data-session-id={row.id}>
      <td className={css['name']}>
        <button
          type="button"
          className={css['link']}
          dir="auto"
          onClick={() => {
            onOpen(row.id);
          }}
        >
          {visibleName(row.label)}
        </button>
      </td>
      <td className={css['text']}>{visibleName(row.source)}</td>
      <td>{number(row.messages)}</td>
      <td title={number(row.counted.totalTokens)}>{compactNumber(row.counted.totalTokens)}</td>
      <td>
        <CostText sign={costSign(row.counted.cost)} hint={texts.sessions.costWords(row.counted.cost)} />
      </td>
    </tr>
  );
}
