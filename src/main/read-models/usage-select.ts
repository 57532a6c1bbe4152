import type { UsageFilter, UsageRange, UsageSlice } from '../../shared/contract/usage-filter.ts';
import type { CostState } from './cost.ts';
import { dayNumber, type LocalDays } from './usage-days.ts';
import type { Ledger, LedgerEntry } from './usage-ledger.ts';
import { isMain, stateOfParts, type UsagePart } from './usage-parts.ts';
import { hasTokens, shownModel } from './usage-values.ts';

/** Days of a range, both included; every row, dated or not, where it is null. */
interface DayBounds {
  readonly first: number;
  readonly last: number;
}

/** A session in a filter, with those of its parts that the filter counts. */
export interface Counted {
  readonly entry: LedgerEntry;
  readonly parts: readonly UsagePart[];
  /** Local day of its start; null where that is no time. */
  readonly day: number | null;
  /** State of its main loop; null where only auxiliary calls are counted. */
  readonly state: CostState | null;
  /** Its messages and tool calls are counted: they go to the session's own model. */
  readonly own: boolean;
}

const LENGTHS = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const;

/** The local days of a range; today is the last of them. */
export function boundsOf(range: UsageRange, days: LocalDays, now: number): DayBounds | null {
  if (range.kind === 'all') return null;
  if (range.kind === 'custom') return { first: dayNumber(range.from), last: dayNumber(range.to) };
  const last = days.of(now);
  return { first: last - LENGTHS[range.kind] + 1, last };
}

/** What a filter is applied with. */
export interface FilterTime {
  readonly days: LocalDays;
  /** Seconds. */
  readonly now: number;
}

/**
 * The sessions that a filter counts: those that started in its days, of its sources, with the parts that are of its
 * models.
 */
export function countedBy(ledger: Ledger, filter: UsageFilter, time: FilterTime): Counted[] {
  return countedAmong(inRange(ledger, filter.range, time), filter);
}

/** A session with the local day of its start; null where that is no time. */
export type Dated = Pick<Counted, 'entry' | 'day'>;

/** {@link countedBy}, of sessions that are in the range. */
export function countedAmong(dated: readonly Dated[], filter: UsageFilter): Counted[] {
  const sources = new Set(filter.sources);
  const models = new Set(filter.models.map(shownModel));
  const counted: Counted[] = [];
  for (const { entry, day } of dated) {
    if (sources.size > 0 && !sources.has(entry.session.source)) continue;
    const parts = models.size === 0 ? entry.parts : entry.parts.filter(part => models.has(part.shown));
    if (parts.length === 0) continue;
    const own = models.size === 0 || models.has(shownModel(entry.session.model ?? ''));
    counted.push({ entry, parts, day, state: stateOf(entry, parts), own });
  }
  return counted;
}

/** The sessions of a range alone, with their local days. */
export function inRange({ entries }: Ledger, range: UsageRange, { days, now }: FilterTime): Dated[] {
  const bounds = boundsOf(range, days, now);
  const found: Dated[] = [];
  for (const entry of entries) {
    const { startedAt } = entry.session;
    const day = startedAt === null ? null : days.of(startedAt);
    const isIn = bounds === null || (day !== null && day >= bounds.first && day <= bounds.last);
    if (isIn) found.push({ entry, day });
  }
  return found;
}

/** The state that a session has among the main parts that are counted; null where there is none. */
export function stateOf({ session, mains }: LedgerEntry, parts: readonly UsagePart[]): CostState | null {
  const main = parts.every(isMain) ? parts : parts.filter(isMain);
  return main.length === 0 ? null : stateOfParts(session, main, mains);
}

/** True for a rest in which a session and its rows by model differ. */
export function isDifference(part: UsagePart): boolean {
  return part.kind === 'rest' && (hasTokens(part) || part.apiCalls !== 0 || part.usd !== 0);
}

/** Those of the counted parts of a session that a slice of the dashboard stands for. */
export function partsInSlice(counted: Counted, slice: UsageSlice): readonly UsagePart[] {
  const { parts, day, state } = counted;
  if (!('value' in slice)) {
    if (slice.kind === 'all') return parts;
    return parts.filter(slice.kind === 'residual' ? isDifference : part => !isMain(part));
  }
  if (slice.kind === 'cost') return parts.filter(part => (isMain(part) ? state : part.state) === slice.value);
  if (slice.kind !== 'day') return partsWith(counted, slice);
  if (day === null || day !== dayNumber(slice.value)) return [];
  const { model } = slice;
  return model === null ? parts : parts.filter(part => part.shown === shownModel(model));
}

interface ValueSlice {
  readonly kind: 'model' | 'provider' | 'source' | 'task';
  readonly value: string;
}

function partsWith({ entry, parts }: Counted, { kind, value }: ValueSlice): readonly UsagePart[] {
  if (kind === 'source') return entry.session.source === value ? parts : [];
  if (kind === 'model') return parts.filter(part => part.shown === shownModel(value));
  if (kind === 'provider') return parts.filter(part => part.provider === value);
  return parts.filter(part => !isMain(part) && part.task === value);
}
