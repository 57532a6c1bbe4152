import { describe, expect, it } from 'vitest';
import { lineageNode } from '../../../../test/support/lineage-nodes.ts';
import { toFamilyTree } from './family-tree.ts';
import { findByLetters, treeMove } from './tree-cursor.ts';
import { treeRows } from './tree-rows.ts';

const EDGES = ['root', 'branch', 'delegate', 'delegate', 'compression', 'reset'] as const;
const tree = toFamilyTree(
  [0, 1, 2, 2, 1, 2].map((depth, at) => lineageNode(`n${String(at)}`, depth, EDGES[at] ?? 'root')),
);

function shown(folded: readonly string[] = []) {
  const rows = treeRows(tree, { folded: new Set(folded), unrolled: new Set(), kept: [] });
  return { tree, rows, page: 3 };
}

function goesTo(at: number, key: string): number | null {
  const move = treeMove(shown(), at, key);
  return move?.kind === 'go' ? move.to : null;
}

describe('the cursor of the lineage tree', () => {
  it('moves as the tree pattern says and stays inside', () => {
    expect(goesTo(0, 'ArrowDown')).toBe(1);
    expect(goesTo(5, 'j')).toBe(5);
    expect(goesTo(0, 'k')).toBe(0);
    expect(goesTo(3, 'ArrowLeft')).toBe(1);
    expect(goesTo(1, 'ArrowRight')).toBe(2);
    expect(goesTo(3, 'Home')).toBe(0);
    expect(goesTo(3, 'End')).toBe(5);
    expect(goesTo(1, 'PageDown')).toBe(4);
    expect(goesTo(1, 'PageUp')).toBe(0);
    expect(treeMove(shown(), 3, 'ArrowRight')).toBeNull();
    expect(treeMove(shown(), 3, 'x')).toBeNull();
  });

  it('folds with Left, unfolds with Right, and then goes on', () => {
    expect(treeMove(shown(), 1, 'ArrowLeft')).toEqual({ kind: 'fold' });
    const folded = shown(['n1']);
    expect(folded.rows.map(row => row.at)).toEqual([0, 1, 4, 5]);
    expect(treeMove(folded, 1, 'ArrowRight')).toEqual({ kind: 'unfold' });
    expect(treeMove(folded, 1, 'ArrowLeft')).toEqual({ kind: 'go', to: 0 });
    expect(treeMove(folded, 3, 'ArrowLeft')).toEqual({ kind: 'go', to: 2 });
  });

  it('finds the next name that begins with some letters', () => {
    const { rows } = shown();
    expect(findByLetters(tree, rows, 2, 'N')).toBe(2);
    expect(findByLetters(tree, rows, 2, 'n1')).toBe(1);
    expect(findByLetters(tree, rows, 2, 'x')).toBe(-1);
  });
});
