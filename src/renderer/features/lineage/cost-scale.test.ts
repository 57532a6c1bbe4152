import { expect, it } from 'vitest';
import { lineageNode, UNKNOWN_COST } from '../../../../test/support/lineage-nodes.ts';
import { costScale } from './cost-scale.ts';

const NOTHING = { ...UNKNOWN_COST, unknownCount: 0 };

function estimated(usd: number) {
  return { ...NOTHING, estimatedUsd: usd, estimatedCount: 1 };
}

it('ends at a round amount, and tells amounts from states without one', () => {
  const costs = [estimated(0), estimated(0.2), estimated(1.7), { ...NOTHING, includedCount: 1 }, UNKNOWN_COST];
  const scale = costScale(costs.map((cost, at) => lineageNode(`n${String(at)}`, at, 'branch', { cost })));
  expect(scale.most).toBe(2);
  expect(costs.map(cost => scale.paintOf(cost))).toEqual([0, 1, 4, 'included', 'unknown']);
});

it('takes the greater of two states and never their sum', () => {
  const mixed = { ...estimated(1), actualUsd: 0.9, actualCount: 1, unknownCount: 1 };
  const scale = costScale([lineageNode('a', 0, 'root', { cost: mixed })]);
  expect(scale.most).toBe(1);
  expect(scale.paintOf(mixed)).toBe(4);
});

it('paints a family without any amount', () => {
  const scale = costScale([lineageNode('a', 0, 'root')]);
  expect(scale.most).toBe(0);
  expect(scale.paintOf(UNKNOWN_COST)).toBe('unknown');
  expect(scale.paintOf(estimated(0))).toBe(0);
});
