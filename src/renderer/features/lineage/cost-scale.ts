import type { CostSummary } from '../../../shared/contract/sessions.ts';
import type { LineageNode } from '../../../shared/contract/conversation.ts';

/** How a session is painted: a step of the scale from 0 up, or one of the states that have no amount. */
export type Paint = number | 'included' | 'unknown';

/** Steps of the scale above nothing. */
export const PAINT_STEPS = 4;

/** A scale of costs in dollars. */
export interface CostScale {
  readonly most: number;
  readonly paintOf: (cost: CostSummary) => Paint;
}

/** The amount that a cost is written with: the greater of its states, which are never added up; null where it has none. */
function amountOf(cost: CostSummary): number | null {
  if (cost.actualCount === 0 && cost.estimatedCount === 0) return null;
  return Math.max(cost.actualCount > 0 ? cost.actualUsd : 0, cost.estimatedCount > 0 ? cost.estimatedUsd : 0);
}

/** A scale that ends at a round amount no session is above. */
export function costScale(nodes: readonly LineageNode[]): CostScale {
  let largest = 0;
  for (const { cost } of nodes) largest = Math.max(largest, amountOf(cost) ?? 0);
  const most = roundUp(largest);
  return {
    most,
    paintOf: cost => {
      const amount = amountOf(cost);
      if (amount === null) return cost.includedCount > 0 && cost.unknownCount === 0 ? 'included' : 'unknown';
      return most === 0 ? 0 : Math.min(PAINT_STEPS, Math.ceil((Math.max(0, amount) / most) * PAINT_STEPS));
    },
  };
}

/** 1, 2 or 5 times a power of ten. */
function roundUp(amount: number): number {
  if (!(amount > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(amount));
  const factor = [1, 2, 5, 10].find(step => step * power >= amount * (1 - 1e-9)) ?? 10;
  return factor * power;
}
