import type { Dashboard } from '../../shared/contract/usage.ts';
import type { UsageFilter } from '../../shared/contract/usage-filter.ts';
import type { LaneContext } from '../lanes/context.ts';
import { toRow } from './session-view-row.ts';
import { DashboardGroups, type Top } from './usage-dashboard-groups.ts';
import { dayText } from './usage-days.ts';
import type { UsageGroup } from './usage-groups.ts';
import type { Ledger } from './usage-ledger.ts';
import { messagesIn } from './usage-messages-of.ts';
import { missingInLedger, missingInSchema, missingMessages } from './usage-missing.ts';
import { boundsOf, countedAmong, type Dated, type FilterTime, inRange } from './usage-select.ts';

/** What is kept of an answer: names and states of conversations are asked for anew. */
export interface WorkedDashboard {
  readonly figures: Omit<Dashboard, 'topByTokens' | 'topByCost'>;
  readonly topByTokens: readonly Top[];
  readonly topByCost: readonly Top[];
}

/** Works out everything that the dashboard shows of a filter; contract `usage.dashboard`. */
export function workOutDashboard(
  context: LaneContext,
  ledger: Ledger,
  { filter, time }: { readonly filter: UsageFilter; readonly time: FilterTime },
): WorkedDashboard {
  const dated = inRange(ledger, filter.range, time);
  const counted = countedAmong(dated, filter);
  const groups = new DashboardGroups();
  for (const session of counted) groups.addSession(session);
  const { messages, unread } = messagesIn(context, counted);
  const missing = [...missingInSchema(context.store.catalog), ...missingInLedger(ledger), ...missingMessages(unread)];
  const figures = {
    ...groups.figures(messages),
    ...spanOf(filter, time, groups.days),
    undated: counted.filter(({ day }) => day === null).length,
    ...choicesOf(dated),
    missing,
  };
  return { figures, ...groups.tops() };
}

/** The answer of {@link workOutDashboard}, with the conversations as they are now. */
export function toDashboard({ index }: Ledger, { figures, topByTokens, topByCost }: WorkedDashboard): Dashboard {
  const row = ([home, group]: Top) => ({ ...toRow(index, home), counted: group.toSums() });
  return { ...figures, topByTokens: topByTokens.map(row), topByCost: topByCost.map(row) };
}

/** First and last day that are counted; of everything those that hold something. */
function spanOf(
  { range }: UsageFilter,
  { days, now }: FilterTime,
  found: ReadonlyMap<number, UsageGroup>,
): Pick<Dashboard, 'firstDay' | 'lastDay'> {
  const bounds = boundsOf(range, days, now);
  if (bounds !== null) return { firstDay: dayText(bounds.first), lastDay: dayText(bounds.last) };
  const numbers = [...found.keys()].sort((a, b) => a - b);
  const [first] = numbers;
  const last = numbers.at(-1);
  return first === undefined || last === undefined
    ? { firstDay: null, lastDay: null }
    : { firstDay: dayText(first), lastDay: dayText(last) };
}

/** What a filter can be set to in this range, whatever it is set to now. */
function choicesOf(dated: readonly Dated[]): Pick<Dashboard, 'sources' | 'models'> {
  const sources = new Map<string, number>();
  const models = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { entry } of dated) {
    add(sources, entry.session.source);
    const [first] = entry.parts;
    if (first !== undefined && entry.parts.length === 1) add(models, first.shown);
    else for (const model of new Set(entry.parts.map(part => part.shown))) add(models, model);
  }
  return { sources: byCount(sources), models: byCount(models) };
}

function byCount(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
