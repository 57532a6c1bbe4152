import type { CostSummary } from '../../shared/contract/sessions.ts';
import { dollarsOf } from './usage-values.ts';

/** What is known of a cost. States are never added up across. */
export type CostState = 'actual' | 'included' | 'estimated' | 'unknown';

/** The cost of one row: its state, and the US dollars that the state speaks of. */
export interface Cost {
  readonly state: CostState;
  readonly usd: number;
}

/** The four columns that decide; values as SQLite gives them. */
export interface CostColumns {
  readonly estimatedUsd: unknown;
  readonly actualUsd: unknown;
  readonly status: unknown;
  readonly source: unknown;
}

/** Most rows have one of these. */
const UNKNOWN: Cost = { state: 'unknown', usd: 0 };
const INCLUDED: Cost = { state: 'included', usd: 0 };

/**
 * State of a row of `sessions`, by precedence actual, included, estimated, unknown. An estimate of zero counts only
 * where something stands behind it.
 * Spec: design §10 Numbers, api §12.
 */
export function costOf({ estimatedUsd, actualUsd, status, source }: CostColumns): Cost {
  const actual = dollarsOf(actualUsd);
  if (actual !== null) return { state: 'actual', usd: actual };
  if (status === 'included') return INCLUDED;
  const estimate = dollarsOf(estimatedUsd);
  if (estimate === null) return UNKNOWN;
  const backed = typeof status === 'string' && status !== '' && status !== 'unknown' && source !== 'none';
  return estimate !== 0 || backed ? { state: 'estimated', usd: estimate } : UNKNOWN;
}

const PRECEDENCE: readonly CostState[] = ['actual', 'included', 'estimated', 'unknown'];

/** The state that comes first of several; unknown for none. Source: design §10, Numbers. */
export function strongest(states: readonly CostState[]): CostState {
  return PRECEDENCE.find(state => states.includes(state)) ?? 'unknown';
}

/** A summary under construction. */
export type MutableCostSummary = { -readonly [K in keyof CostSummary]: CostSummary[K] };

/** A summary of no rows. */
export function emptyCost(): MutableCostSummary {
  return { actualUsd: 0, actualCount: 0, estimatedUsd: 0, estimatedCount: 0, includedCount: 0, unknownCount: 0 };
}

/** Adds one row to a summary, in its state. */
export function addCost(summary: MutableCostSummary, cost: Cost): void {
  addAmount(summary, cost);
  addState(summary, cost.state);
}

/** Adds the dollars of a part of a row; the row itself is counted by {@link addState}. */
export function addAmount(summary: MutableCostSummary, { state, usd }: Cost): void {
  if (state === 'actual') summary.actualUsd += usd;
  else if (state === 'estimated') summary.estimatedUsd += usd;
}

/** Counts a row in its state. */
export function addState(summary: MutableCostSummary, state: CostState): void {
  if (state === 'actual') summary.actualCount += 1;
  else if (state === 'estimated') summary.estimatedCount += 1;
  else if (state === 'included') summary.includedCount += 1;
  else summary.unknownCount += 1;
}

/** Adds a summary to another. */
export function addSummary(to: MutableCostSummary, from: CostSummary): void {
  to.actualUsd += from.actualUsd;
  to.actualCount += from.actualCount;
  to.estimatedUsd += from.estimatedUsd;
  to.estimatedCount += from.estimatedCount;
  to.includedCount += from.includedCount;
  to.unknownCount += from.unknownCount;
}

/**
 * Where a summary stands in an order by cost: the larger of its known amounts (they are not added), 0 where it is
 * covered by a plan, -1 where nothing is known.
 */
export function costRank(summary: CostSummary): number {
  if (summary.actualCount + summary.estimatedCount > 0) return Math.max(summary.actualUsd, summary.estimatedUsd);
  return summary.includedCount > 0 ? 0 : -1;
}
