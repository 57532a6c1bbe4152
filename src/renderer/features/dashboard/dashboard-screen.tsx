import type { Dashboard } from '../../../shared/contract/usage.ts';
import type { UsageSlice } from '../../../shared/contract/usage-filter.ts';
import { errorWords } from '../../api/error-text.ts';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { StateText } from '../../ui/state-text.tsx';
import { CostLedger } from './cost-ledger.tsx';
import { DashboardHead } from './dashboard-head.tsx';
import css from './dashboard-screen.module.css';
import { DayUsage } from './day-usage.tsx';
import { Tiles } from './tiles.tsx';
import { TopConversations } from './top-conversations.tsx';
import { useDashboard } from './use-dashboard.ts';
import { UsageTable } from './usage-table.tsx';

export interface DashboardScreenProps {
  /** Shows the conversations behind a figure. */
  readonly onBehind: (slice: UsageSlice) => void;
  /** Opens a conversation. */
  readonly onOpen: (sessionId: string) => void;
}

/** What was used and what it cost: tiles, days, tables; each figure leads to the conversations behind it. */
export function DashboardScreen(props: DashboardScreenProps) {
  const { data, error, refetch, isPlaceholderData } = useDashboard();
  const say = texts.dashboard;
  return (
    <section className={css['screen']} aria-label={say.region} aria-busy={data === undefined || isPlaceholderData}>
      <DashboardHead data={data} />
      {error === null ? null : (
        <StateText
          role="alert"
          title={say.failed}
          message={errorWords(error).message}
          actions={
            <Button
              onClick={() => {
                void refetch();
              }}
            >
              {say.tryAgain}
            </Button>
          }
        />
      )}
      {data === undefined ? <Loading failed={error !== null} /> : <Figures data={data} {...props} />}
    </section>
  );
}

function Loading({ failed }: { failed: boolean }) {
  return failed ? null : <StateText title={texts.dashboard.loading} message="" role="status" />;
}

function Figures({ data, onBehind, onOpen }: DashboardScreenProps & { data: Dashboard }) {
  const say = texts.dashboard;
  return (
    <div className={css['body']}>
      <Tiles tiles={data.tiles} onBehind={onBehind} />
      <p className={css['others']}>{say.others(data.tiles.cost.includedCount, data.tiles.cost.unknownCount)}</p>
      {data.missing.length === 0 ? null : (
        <div className={css['missing']}>
          <h3>{say.missing}</h3>
          <ul>
            {data.missing.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <DayUsage data={data} onBehind={onBehind} />
      <div className={css['tables']}>
        <UsageTable kind="model" rows={data.byModel} onBehind={onBehind} />
        <UsageTable kind="source" rows={data.bySource} onBehind={onBehind} />
        <UsageTable kind="provider" rows={data.byProvider} onBehind={onBehind} />
        <UsageTable kind="task" rows={data.byTask} onBehind={onBehind} />
      </div>
      <CostLedger data={data} onBehind={onBehind} />
      <TopConversations data={data} onOpen={onOpen} />
    </div>
  );
}
