import type { z } from 'zod';
import type { usage } from '../../shared/contract/usage.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';
import { conversationIndex } from './conversation-index.ts';
import { toDashboard, type WorkedDashboard, workOutDashboard } from './usage-dashboard.ts';
import { localDays } from './usage-days.ts';
import { currentUsageRows, fileStamp, type Ledger, type LedgerEntry, usageLedger } from './usage-ledger.ts';
import { COUNTING_MS, countFor, recheckCounts } from './usage-messages-of.ts';
import { countedBy, type FilterTime } from './usage-select.ts';

type Procedures = typeof usage;
type Input = z.output<Procedures['dashboard']['input']>;
type Output = z.output<Procedures['dashboard']['output']>;
type Tiles = z.output<Procedures['totals']['output']>;

/** Filters that are kept worked out: those a person goes to and fro between. */
const MAX_KEPT = 12;

interface Kept {
  readonly ledger: Ledger;
  readonly stamp: string;
  readonly worked: Map<string, WorkedDashboard>;
  /** Counts of messages were compared with the file as it is now. */
  checked: boolean;
  /** The sessions of the last filter that is being counted. */
  counting: { readonly key: string; readonly entries: readonly LedgerEntry[] } | null;
}

const kept = new WeakMap<Store, Kept>();

/**
 * Does the dear part of {@link usageDashboard} for a while, above all counting messages, so that other requests get
 * their turn between. To be asked until nothing is left.
 */
export const usageCounting: LaneOp<Input, { readonly left: number }> = (context, { filter, zone }) => {
  const until = performance.now() + COUNTING_MS;
  const isLate = () => performance.now() >= until && mayPutOff(context.store);
  conversationIndex(context);
  if (isLate()) return { left: 1 };
  currentUsageRows(context.store);
  if (isLate()) return { left: 1 };
  const state = current(context);
  const time = timeOf(context, zone);
  if (state.checked && state.worked.has(keyOf(filter, time))) return { left: 0 };
  if (!state.checked && isLate()) return { left: 1 };
  putOff.delete(context.store);
  recheck(context.store, state);
  return { left: countFor(context, entriesOf(state, filter, time), until) };
};

/** How often in a row counting was put off to the next request. */
const putOff = new WeakMap<Store, number>();
/** Reading, reading the usage table, adding up: more often would be for ever where others write without a pause. */
const MAX_PUT_OFF = 3;

function mayPutOff(store: Store): boolean {
  const times = putOff.get(store) ?? 0;
  putOff.set(store, times + 1);
  return times < MAX_PUT_OFF;
}

/** Everything that the dashboard shows; contract `usage.dashboard`. */
export const usageDashboard: LaneOp<Input, Output> = (context, { filter, zone }) => {
  const state = current(context);
  recheck(context.store, state);
  const { ledger, worked } = state;
  const time = timeOf(context, zone);
  const key = keyOf(filter, time);
  const found = worked.get(key) ?? workOutDashboard(context, ledger, { filter, time });
  // Put last again: the one used least recently is dropped first.
  worked.delete(key);
  worked.set(key, found);
  const oldest = worked.size > MAX_KEPT ? worked.keys().next().value : undefined;
  if (oldest !== undefined) worked.delete(oldest);
  return toDashboard(ledger, found);
};

const EVERYTHING = { range: { kind: 'all' as const }, sources: [], models: [] };

/** The tiles over every row of the file; contract `usage.totals`. */
export const usageTotals: LaneOp<Record<string, never>, Tiles> = context =>
  usageDashboard(context, { filter: EVERYTHING, zone: null }).tiles;

/** What was worked out for the state of the file as of now. */
function current(context: LaneContext): Kept {
  const { store } = context;
  const ledger = usageLedger(context, conversationIndex(context));
  const stamp = fileStamp(store);
  const before = kept.get(store);
  if (before?.stamp === stamp && before.ledger === ledger) return before;
  const worked = before?.ledger === ledger ? before.worked : new Map<string, WorkedDashboard>();
  const now = { ledger, stamp, worked, checked: false, counting: null };
  kept.set(store, now);
  return now;
}

/** Once for each state of the file. */
function recheck(store: Store, state: Kept): void {
  if (state.checked) return;
  state.checked = true;
  if (recheckCounts(store, state.ledger.index)) state.worked.clear();
}

function entriesOf(state: Kept, filter: Input['filter'], time: FilterTime): readonly LedgerEntry[] {
  const key = keyOf(filter, time);
  if (state.counting?.key === key) return state.counting.entries;
  const counted = countedBy(state.ledger, filter, time).filter(({ own }) => own);
  const entries = counted.map(({ entry }) => entry);
  state.counting = { key, entries };
  return entries;
}

function timeOf({ store }: LaneContext, zone: string | null): FilterTime {
  return { days: localDays(zone), now: store.now() };
}

/** Ranges end today, so an answer is good until the day ends. */
function keyOf(filter: Input['filter'], { days, now }: FilterTime): string {
  return JSON.stringify([filter, days.zone, days.of(now)]);
}
