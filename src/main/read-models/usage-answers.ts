import type { z } from 'zod';
import type { usage } from '../../shared/contract/usage.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';
import { conversationIndex } from './conversation-index.ts';
import { toDashboard, type WorkedDashboard, workOutDashboard } from './usage-dashboard.ts';
import { localDays } from './usage-days.ts';
import { fileStamp, type Ledger, usageLedger } from './usage-ledger.ts';
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
}

const kept = new WeakMap<Store, Kept>();

/**
 * Counts messages for {@link usageDashboard} for a while: the dear part of it, done in pieces so that other requests
 * get their turn between them. To be asked until nothing is left.
 */
export const usageCounting: LaneOp<Input, { readonly left: number }> = (context, { filter, zone }) => {
  const { ledger, worked } = current(context);
  const time = timeOf(context, zone);
  if (worked.has(keyOf(filter, time))) return { left: 0 };
  const counted = countedBy(ledger, filter, time).filter(({ own }) => own);
  const entries = counted.map(({ entry }) => entry);
  return { left: countFor(context, entries, COUNTING_MS) };
};

/** Everything that the dashboard shows; contract `usage.dashboard`. */
export const usageDashboard: LaneOp<Input, Output> = (context, { filter, zone }) => {
  const { ledger, worked } = current(context);
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
  const forgotten = recheckCounts(store, ledger.index);
  const worked = before?.ledger === ledger && !forgotten ? before.worked : new Map<string, WorkedDashboard>();
  const now = { ledger, stamp, worked };
  kept.set(store, now);
  return now;
}

function timeOf({ store }: LaneContext, zone: string | null): FilterTime {
  return { days: localDays(zone), now: store.now() };
}

/** Ranges end today, so an answer is good until the day ends. */
function keyOf(filter: Input['filter'], { days, now }: FilterTime): string {
  return JSON.stringify([filter, days.zone, days.of(now)]);
}
