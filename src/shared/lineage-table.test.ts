import { expect, it } from 'vitest';
import { lineageNode, UNKNOWN_COST } from '../../test/support/lineage-nodes.ts';
import { packLineage, sameLineage, unpackLineage } from './lineage-table.ts';

const COST = {
  actualUsd: 1.5,
  actualCount: 2,
  estimatedUsd: 0.1,
  estimatedCount: 3,
  includedCount: 4,
  unknownCount: 5,
};

const NODES = [
  lineageNode('gone', 0, 'unknown', {
    missing: true,
    startedAt: null,
    endedAt: null,
    lastActive: null,
    endReason: null,
  }),
  lineageNode('a "quoted" \u2028 日本', 1, 'root', {
    parentId: 'gone',
    live: true,
    archived: true,
    cut: { kind: 'loop', parentId: 'b' },
    cost: COST,
    tokens: 2 ** 53 - 1,
    branch: { sessions: 7, messages: 8, tokens: 9, cost: { ...COST, actualUsd: 99 } },
  }),
  lineageNode('b', 2, 'reset', { startedAt: 1_787_000_000.25, cost: UNKNOWN_COST }),
];

it('is the same family after the way between processes', () => {
  expect(unpackLineage(packLineage(NODES))).toEqual(NODES);
  expect(unpackLineage(packLineage([]))).toEqual([]);
});

it('knows whether a family has changed', () => {
  const table = packLineage(NODES);
  expect(sameLineage(table, packLineage(NODES))).toBe(true);
  expect(sameLineage(table, packLineage(NODES.slice(1)))).toBe(false);
  expect(sameLineage(table, packLineage(NODES.map(node => ({ ...node, messages: node.messages + 1 }))))).toBe(false);
  expect(sameLineage(table, packLineage(NODES.map(node => ({ ...node, label: 'new' }))))).toBe(false);
});
