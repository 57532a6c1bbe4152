import { describe, expect, it } from 'vitest';
import type { LineageNode } from '../../../shared/contract/conversation.ts';
import { parentIndex, treeMove } from './tree-cursor.ts';

const nodes = [0, 1, 2, 2, 1, 0].map(depth => ({ depth }) as LineageNode);

describe('the cursor of the lineage tree', () => {
  it('knows the parent of a node', () => {
    expect(nodes.map((_, at) => parentIndex(nodes, at))).toEqual([-1, 0, 1, 1, 0, -1]);
  });

  it('moves as the tree pattern says and stays inside', () => {
    expect(treeMove(nodes, 0, 'ArrowDown')).toBe(1);
    expect(treeMove(nodes, 5, 'ArrowDown')).toBe(5);
    expect(treeMove(nodes, 0, 'ArrowUp')).toBe(0);
    expect(treeMove(nodes, 3, 'ArrowLeft')).toBe(1);
    expect(treeMove(nodes, 1, 'ArrowRight')).toBe(2);
    expect(treeMove(nodes, 3, 'ArrowRight')).toBe(3);
    expect(treeMove(nodes, 3, 'Home')).toBe(0);
    expect(treeMove(nodes, 3, 'End')).toBe(5);
    expect(treeMove(nodes, 3, 'x')).toBeNull();
  });
});
