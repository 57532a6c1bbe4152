import type { Dashboard, UsageSums } from '../../../shared/contract/usage.ts';
import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { compactNumber, number, usdExact } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { classNames } from '../../ui/class-names.ts';
import { SectionHead } from './section-head.tsx';
import css from './table.module.css';

interface LedgerProps {
  readonly data: Dashboard;
  readonly onBehind: (slice: UsageSlice) => void;
}

/** Costs by state and by where they are recorded; what does not add up is shown, with its sign. */
export function CostLedger({ data, onBehind }: LedgerProps) {
  const say = texts.dashboard;
  const { ledgerColumns: columns } = say;
  const parts = [data.sessionTotals, data.rowTotals, data.auxiliary];
  return (
    <section className={css['section']} aria-label={say.ledger}>
      <SectionHead title={say.ledger} hint={say.ledgerHint} />
      <table className={css['table']}>
        <thead>
          <tr>
            <th>{columns.state}</th>
            <th>{columns.sessions}</th>
            <th>{columns.rows}</th>
            <th>{columns.auxiliary}</th>
            <th>{columns.residual}</th>
          </tr>
        </thead>
        <tbody>
          {(['actual', 'estimated', 'included', 'unknown'] as const).map(state => (
            <tr key={state} data-cost-state={state} data-sessions={data.tiles.cost[`${state}Count`]}>
              <td>
                <SliceButton slice={{ kind: 'cost', value: state }} onBehind={onBehind}>
                  {say.states[state]}
                </SliceButton>
              </td>
              {parts.map((sums, at) => (
                <td key={columnKey(at)}>{stateWords(sums, state, at === 0)}</td>
              ))}
              <td>{residualWords(data, state)}</td>
            </tr>
          ))}
          <tr className={css['total']}>
            <td>{say.ledgerTokens}</td>
            {parts.map((sums, at) => (
              <td key={columnKey(at)} title={number(sums.totalTokens)} data-tokens={sums.totalTokens}>
                {at === 2 ? (
                  <SliceButton slice={{ kind: 'auxiliary' }} onBehind={onBehind}>
                    {compactNumber(sums.totalTokens)}
                  </SliceButton>
                ) : (
                  compactNumber(sums.totalTokens)
                )}
              </td>
            ))}
            <td data-tokens={data.residual.totalTokens} title={number(data.residual.totalTokens)}>
              <SliceButton slice={{ kind: 'residual' }} onBehind={onBehind}>
                {residualTokens(data)}
              </SliceButton>
            </td>
          </tr>
        </tbody>
      </table>
      <p className={css['nothing']}>{say.ledgerNote}</p>
    </section>
  );
}

function columnKey(at: number): string {
  return ['sessions', 'rows', 'auxiliary'][at] ?? '';
}

type State = 'actual' | 'estimated' | 'included' | 'unknown';

/** Dollars where the state has any, else how many there are of it. */
function stateWords({ cost }: UsageSums, state: State, areSessions: boolean): string {
  const say = texts.dashboard;
  const count = cost[`${state}Count`];
  if (count === 0) return say.none;
  if (state === 'actual') return usdExact(cost.actualUsd);
  if (state === 'estimated') return `~${usdExact(cost.estimatedUsd)}`;
  return areSessions ? say.sessionsOf(count) : say.callsOf(count);
}

function residualWords({ residual }: Dashboard, state: State): string {
  if (state === 'actual') return signed(residual.actualUsd, usdExact);
  if (state === 'estimated') return signed(residual.estimatedUsd, usdExact);
  return '';
}

function residualTokens({ residual }: Dashboard): string {
  const words = signed(residual.totalTokens, compactNumber);
  return residual.sessions === 0 ? words : `${words} (${texts.dashboard.sessionsOf(residual.sessions)})`;
}

/** With its sign; a dash for nothing. */
function signed(value: number, words: (value: number) => string): string {
  if (Math.abs(value) < 1e-9) return '—';
  return value > 0 ? `+${words(value)}` : `−${words(-value)}`;
}

function SliceButton(props: { slice: UsageSlice; onBehind: (slice: UsageSlice) => void; children: string }) {
  const { slice, onBehind, children } = props;
  return (
    <button
      type="button"
      className={classNames(css['link'])}
      title={texts.dashboard.showBehind(slice)}
      onClick={() => {
        onBehind(slice);
      }}
    >
      {children}
    </button>
  );
}
