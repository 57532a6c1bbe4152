import type { CostSummary } from '../../shared/contract/sessions.ts';

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

/**
 * State of a row of `sessions`, by precedence actual, included, estimated, unknown. An estimate of zero counts only
 * where something stands behind it.
 * Spec: design §10 Numbers, api §12.
 */
export function costOf({ estimatedUsd, actualUsd, status, source }: CostColumns): Cost {
  const actual = dollars(actualUsd);
  if (actual !== null) return { state: 'actual', usd: actual };
  if (status === 'included') return { state: 'included', usd: 0 };
  const estimate = dollars(estimatedUsd);
  if (estimate === null) return { state: 'unknown', usd: 0 };
  const backed = typeof status === 'string' && status !== 'unknown' && source !== 'none';
  return estimate !== 0 || backed ? { state: 'estimated', usd: estimate } : { state: 'unknown', usd: 0 };
}

function dollars(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A summary under construction. */
export type MutableCostSummary = { -readonly [K in keyof CostSummary]: CostSummary[K] };

/** A summary of no rows. */
export function emptyCost(): MutableCostSummary {
  return { actualUsd: 0, actualCount: 0, estimatedUsd: 0, estimatedCount: 0, includedCount: 0, unknownCount: 0 };
}

/** Adds one row to a summary, in its state. */
export function addCost(summary: MutableCostSummary, cost: Cost): void {
  if (cost.state === 'actual') {
    summary.actualUsd += cost.usd;
    summary.actualCount += 1;
  } else if (cost.state === 'estimated') {
    summary.estimatedUsd += cost.usd;
    summary.estimatedCount += 1;
  } else if (cost.state === 'included') summary.includedCount += 1;
  else summary.unknownCount += 1;
}

/**
 * Where a summary stands in an order by cost: the larger of its known amounts (they are not added), 0 where it is
 * covered by a plan, -1 where nothing is known.
 */
export function costRank(summary: CostSummary): number {
  if (summary.actualCount + summary.estimatedCount > 0) return Math.max(summary.actualUsd, summary.estimatedUsd);
  return summary.includedCount > 0 ? 0 : -1;
}
