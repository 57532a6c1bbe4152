import { useQuery } from '@tanstack/react-query';
import type { SessionUsage, SessionUsageRow, TokenSums } from '../../../shared/contract/usage.ts';
import type { CostSummary } from '../../../shared/contract/sessions.ts';
import { useClient } from '../../api/client-context.tsx';
import { errorWords } from '../../api/error-text.ts';
import { costSign, number, usdExact } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CostText } from '../../ui/cost-text.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { visibleName } from '../../ui/visible-name.ts';
import css from './usage-tab.module.css';

/** What a conversation used: by segment, by model and task, what nobody explains, and the total of the chain. */
export function UsageTab({ sessionId }: { sessionId: string }) {
  const client = useClient();
  const words = texts.conversation.usage;
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', 'session', sessionId],
    queryFn: ({ signal }) => client.usage.session({ sessionId }, { signal }),
  });
  if (data !== undefined) return <Usage usage={data} />;
  if (error === null) return <StateText title={words.loading} message="" role="status" />;
  return (
    <StateText
      role="alert"
      title={words.failed}
      message={errorWords(error).message}
      actions={<Button onClick={() => void refetch()}>{texts.conversation.tryAgain}</Button>}
    />
  );
}

function Usage({ usage }: { usage: SessionUsage }) {
  const words = texts.conversation.usage;
  const { segments, rows, residual, total, subagents, missing } = usage;
  const differs = residual.totalTokens !== 0 || residual.estimatedUsd !== 0 || residual.actualUsd !== 0;
  return (
    <div className={css['usage']} tabIndex={0}>
      <h2>{words.heading}</h2>
      <p>{words.note}</p>
      <Table head={words.segment}>
        {segments.map(segment => (
          <SumRow
            key={segment.sessionId}
            name={visibleName(segment.label)}
            sums={segment}
            calls={segment.apiCalls}
            cost={segment.cost}
          />
        ))}
        <SumRow name={words.total} sums={total} calls={total.apiCalls} cost={total.cost} isTotal />
        {subagents.sessions === 0 ? null : (
          <SumRow name={words.subagents(subagents.sessions)} sums={subagents} calls={null} cost={subagents.cost} />
        )}
      </Table>
      <h2>{words.rows}</h2>
      <p>{rows.length === 0 ? words.noRows : words.rowsHint}</p>
      {rows.length === 0 ? null : <ModelRows rows={rows} />}
      {differs ? (
        <p data-residual-tokens={residual.totalTokens}>
          {words.residual}: {signed(residual.totalTokens, number)} {words.tokens.toLowerCase()},{' '}
          {signed(residual.estimatedUsd, usdExact)}. {words.residualHint}
        </p>
      ) : null}
      <p>{words.costNote}</p>
      {missing.length === 0 ? null : (
        <>
          <h2>{words.missing}</h2>
          <ul className={css['missing']}>
            {missing.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function signed(value: number, write: (value: number) => string): string {
  return value < 0 ? `−${write(-value)}` : `+${write(value)}`;
}

const COUNTERS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'totalTokens',
] as const;

function Table({ head, children }: { head: string; children: React.ReactNode }) {
  const words = texts.conversation.usage;
  const names = [words.calls, words.input, words.output, words.cacheRead, words.cacheWrite, words.reasoning];
  return (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={head}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {[...names, words.tokens, words.cost].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Counters({ sums, calls }: { sums: TokenSums; calls: number | null }) {
  return (
    <>
      <td>{calls === null ? '' : number(calls)}</td>
      {COUNTERS.map(key => (
        <td key={key}>{number(sums[key])}</td>
      ))}
    </>
  );
}

function SumRow(props: { name: string; sums: TokenSums; calls: number | null; cost: CostSummary; isTotal?: boolean }) {
  const { name, sums, calls, cost, isTotal } = props;
  return (
    <tr className={isTotal === true ? css['total'] : undefined} data-tokens={sums.totalTokens}>
      <th scope="row" dir="auto">
        {name}
      </th>
      <Counters sums={sums} calls={calls} />
      <td>
        <CostText sign={costSign(cost)} hint={texts.sessions.costWords(cost)} />
      </td>
    </tr>
  );
}

function ModelRows({ rows }: { rows: readonly SessionUsageRow[] }) {
  const words = texts.conversation.usage;
  return (
    <Table head={`${words.model}, ${words.task.toLowerCase()}`}>
      {rows.map(row => (
        <tr key={[row.sessionId, row.model, row.provider, row.task].join('\n')} data-tokens={row.totalTokens}>
          <th scope="row">
            {row.model === '' ? words.noModel : visibleName(row.model)}
            <span className={css['detail']}>
              {row.task === '' ? words.mainLoop : visibleName(row.task)}
              {row.provider === '' ? '' : ` · ${visibleName(row.provider)}`}
            </span>
          </th>
          <Counters sums={row} calls={row.apiCalls} />
          <td title={row.costSource ?? undefined}>{rowCost(row)}</td>
        </tr>
      ))}
    </Table>
  );
}

function rowCost({ costState, costUsd }: SessionUsageRow): string {
  const words = texts.conversation.usage;
  if (costState === 'included') return words.free;
  if (costState === 'unknown' || costUsd === null) return words.unknown;
  return costState === 'estimated' ? `~${usdExact(costUsd)}` : usdExact(costUsd);
}
