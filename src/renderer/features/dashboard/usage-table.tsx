import { useState } from 'react';
import type { UsageRow } from '../../../shared/contract/usage.ts';
import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { compactNumber, costSign, number } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CostText } from '../../ui/cost-text.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import { SectionHead } from './section-head.tsx';
import css from './table.module.css';

const SHOWN = 8;

export interface UsageTableProps {
  readonly kind: 'model' | 'provider' | 'source' | 'task';
  readonly rows: readonly UsageRow[];
  readonly onBehind: (slice: UsageSlice) => void;
}

/** Tokens and cost by one property, with bars; a name leads to the conversations behind it. */
export function UsageTable({ kind, rows, onBehind }: UsageTableProps) {
  const [all, setAll] = useState(false);
  const say = texts.dashboard;
  const title = say.tables[kind];
  const largest = Math.max(0, ...rows.map(row => row.totalTokens));
  return (
    <section aria-label={title}>
      <SectionHead title={title}>
        {rows.length <= SHOWN ? null : (
          <Button look="link" onClick={() => setAll(!all)}>
            {all ? say.showFewer : say.showAll(rows.length)}
          </Button>
        )}
      </SectionHead>
      {rows.length === 0 ? (
        <p className={css['nothing']}>{kind === 'task' ? say.noTasks : say.noUse}</p>
      ) : (
        <table className={css['table']}>
          <thead>
            <tr>
              <th>{say.columns.name}</th>
              <th className={css['barCell']} aria-hidden="true" />
              <th>{say.columns.tokens}</th>
              <th>{say.columns.sessions}</th>
              <th>{say.columns.cost}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all ? rows.length : SHOWN).map(row => (
              <Row key={row.value} kind={kind} row={row} largest={largest} onBehind={onBehind} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row(props: {
  kind: UsageTableProps['kind'];
  row: UsageRow;
  largest: number;
  onBehind: (s: UsageSlice) => void;
}) {
  const { kind, row, largest, onBehind } = props;
  const say = texts.dashboard;
  const slice = { kind, value: row.value } as const;
  const share = largest <= 0 ? 0 : Math.max(0, row.totalTokens) / largest;
  return (
    <tr data-value={row.value}>
      <td className={css['name']}>
        <button
          type="button"
          className={css['link']}
          title={say.showBehind(slice)}
          onClick={() => {
            onBehind(slice);
          }}
        >
          {row.value === '' ? say.nameless[kind] : visibleName(row.value)}
        </button>
      </td>
      <td className={css['barCell']} aria-hidden="true">
        <span className={css['bar']} style={{ width: `${String(share * 100)}%` }} />
      </td>
      <td title={number(row.totalTokens)} data-tokens={row.totalTokens}>
        {compactNumber(row.totalTokens)}
      </td>
      <td>{number(row.sessions)}</td>
      <td>
        <CostText sign={costSign(row.cost)} hint={texts.sessions.costWords(row.cost)} />
      </td>
    </tr>
  );
}
