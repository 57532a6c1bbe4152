import type { PruneItem, PrunePlan, PruneRule } from '../../../shared/contract/prune.ts';
import { bytes, number, shortDay } from '../../app/format.ts';
import { texts } from '../../app/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { sourceIcon } from '../../ui/source-icon.ts';
import { useNow } from '../../ui/use-now.ts';
import { visibleName } from '../../ui/visible-name.ts';
import css from './settings-screen.module.css';
import table from './settings-table.module.css';

const MINUTE_MS = 60_000;

/** What a prune would take: sums, tables and conversations, and what it keeps although it is old enough. */
export function PrunePlanView({ plan, rule }: { plan: PrunePlan; rule: PruneRule }) {
  const say = texts.upkeep;
  return (
    <div className={css['plan']} role="group" aria-label={say.dryRun}>
      <p role="status" className={css['planSums']}>
        {plan.conversations === 0 ? say.nothingToPrune : say.wouldGo({ ...plan, size: bytes(plan.bytes) })}
      </p>
      <p>
        {say.keptWords(plan.kept)} {plan.newRootCount === 0 ? null : say.newRoots(plan.newRootCount)}
      </p>
      {plan.conversations === 0 ? null : (
        <>
          <TableSizes plan={plan} />
          <Items plan={plan} by={rule.by} />
          <p>
            {plan.items.length < plan.conversations ? say.onlyFirst(plan.items.length, plan.conversations) : null}{' '}
            {say.fileStays}
          </p>
        </>
      )}
    </div>
  );
}

function TableSizes({ plan }: { plan: PrunePlan }) {
  const say = texts.upkeep;
  return (
    <div className={css['box']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th>{say.table}</th>
            <th className={table['number']}>{say.rows}</th>
            <th className={table['number']}>{say.size}</th>
          </tr>
        </thead>
        <tbody>
          {plan.bytesByTable.map(row => (
            <tr key={row.table}>
              <td>
                <code>{row.table}</code>
              </td>
              <td className={table['number']}>{number(row.rows)}</td>
              <td className={table['number']}>{bytes(row.bytes)}</td>
            </tr>
          ))}
          <tr className={table['total']}>
            <td>{say.total}</td>
            <td />
            <td className={table['number']}>{bytes(plan.bytes)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Items({ plan, by }: { plan: PrunePlan; by: PruneRule['by'] }) {
  const say = texts.upkeep;
  return (
    <div
      className={`${String(css['box'])} ${String(table['scroll'])}`}
      tabIndex={0}
      role="group"
      aria-label={say.conversation}
    >
      <table className={table['table']}>
        <thead>
          <tr>
            <th>{say.conversation}</th>
            <th>{by === 'activity' ? say.lastActive : say.started}</th>
            <th className={table['number']}>{say.sessionsColumn}</th>
            <th className={table['number']}>{say.messagesColumn}</th>
            <th className={table['number']}>{say.size}</th>
          </tr>
        </thead>
        <tbody>
          {plan.items.map(item => (
            <ItemRow key={item.id} item={item} by={by} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ItemRow({ item, by }: { item: PruneItem; by: PruneRule['by'] }) {
  const now = useNow(MINUTE_MS);
  const time = by === 'activity' ? item.lastActive : item.startedAt;
  return (
    <tr data-session-id={item.id}>
      <td className={table['name']} title={item.id}>
        <Icon name={sourceIcon(item.source)} size="small" />
        <bdi>{visibleName(item.label)}</bdi>
      </td>
      <td>{time === null ? texts.sessions.timeUnknown : shortDay(time, now)}</td>
      <td className={table['number']}>{number(item.sessions)}</td>
      <td className={table['number']}>{number(item.messages)}</td>
      <td className={table['number']}>{bytes(item.bytes)}</td>
    </tr>
  );
}
