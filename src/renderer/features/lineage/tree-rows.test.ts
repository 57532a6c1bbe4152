import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastMs } from '../../../../test/support/least-time.ts';
import { lineageChain, lineageForest, lineageNode } from '../../../../test/support/lineage-nodes.ts';
import { continuationOf, ordinalOf, setSizeOf, toFamilyTree } from './family-tree.ts';
import { sumOf } from './lineage-words.ts';
import { rowOfSession, treeRows } from './tree-rows.ts';
import type { Folding } from './tree-rows.ts';

function folding(change: Partial<Folding> = {}): Folding {
  return { folded: new Set(), unrolled: new Set(), kept: [], ...change };
}

const EVERYTHING = folding();

describe('the rows of the lineage tree', () => {
  it('stand in the column of their limb and are joined to what they hang on', () => {
    const tree = toFamilyTree([
      lineageNode('a', 0, 'root'),
      lineageNode('branch', 1, 'branch'),
      lineageNode('b', 1, 'compression'),
      lineageNode('one', 2, 'delegate'),
      lineageNode('deep', 3, 'delegate'),
      lineageNode('two', 2, 'delegate'),
    ]);
    const rows = treeRows(tree, EVERYTHING);
    expect(rows.map(row => [tree.nodes[row.at]?.sessionId, row.column, row.joint, row.through, row.below])).toEqual([
      ['a', 0, 'top', 0, true],
      ['branch', 1, 'side', 1, false],
      ['b', 0, 'chain', 0, true],
      ['one', 1, 'side', 1, true],
      ['deep', 2, 'last', 1, false],
      ['two', 1, 'last', 0, false],
    ]);
    expect(rows.map(row => row.expanded)).toEqual([true, null, true, true, null, null]);
    expect([0, 1, 2, 3].map(at => ordinalOf(tree, at))).toEqual([1, 0, 2, 0]);
    expect([0, 2, 3].map(at => continuationOf(tree, at))).toEqual([2, -1, -1]);
    expect([0, 1, 5].map(at => setSizeOf(tree, at))).toEqual([1, 2, 2]);
  });

  it('show the ends of a long chain and count its middle', () => {
    const tree = toFamilyTree(lineageChain(180, at => (at % 10 === 0 ? 2 : 0)));
    const rows = treeRows(tree, EVERYTHING);
    const middle = rows.find(row => row.segments > 0);
    expect(middle).toMatchObject({ segments: 174, beside: 34, joint: 'chain', expanded: false });
    expect(rows.length).toBe(3 + 2 + 1 + 3);
    expect(rows.slice(-3).map(row => tree.nodes[row.at]?.sessionId)).toEqual(['s177', 's178', 's179']);
    const at = middle?.at ?? 0;
    expect(sumOf(tree.nodes, at, at + 174 + 34).sessions).toBe(208);
    expect(treeRows(tree, folding({ unrolled: new Set(['s0']) })).length).toBe(tree.nodes.length);
    expect(treeRows(toFamilyTree(lineageChain(12)), EVERYTHING).length).toBe(12);
  });

  it('keep the session that is open out of the middle, and what it hangs on', () => {
    const tree = toFamilyTree(lineageChain(100, at => (at === 50 ? 1 : 0)));
    const rows = treeRows(tree, folding({ kept: ['s50.0'] }));
    expect(rows.filter(row => row.segments > 0).map(row => row.segments)).toEqual([47, 46]);
    const shown = rows.map(row => tree.nodes[row.at]?.sessionId);
    expect(shown).toEqual(['s0', 's1', 's2', 's3', 's50', 's50.0', 's51', 's97', 's98', 's99']);
  });

  it('show each session of any family once, or say what it is folded into', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1 << 20), { minLength: 1, maxLength: 120 }), fc.nat(119), (numbers, picked) => {
        const tree = toFamilyTree(lineageForest(numbers));
        const open = treeRows(tree, folding({ unrolled: new Set(tree.nodes.map(node => node.sessionId)) }));
        expect(open.map(row => row.at)).toEqual(tree.nodes.map((_, at) => at));
        const at = picked % tree.nodes.length;
        const rows = treeRows(tree, folding({ folded: new Set([`n${String(at)}`]) }));
        let counted = 0;
        for (const row of rows) {
          const isFolded = row.segments === 0 && row.expanded === false;
          counted += isFolded ? (tree.ends[row.at] ?? 0) - row.at : Math.max(1, row.segments + row.beside);
        }
        expect(counted).toBe(tree.nodes.length);
        expect(rows[rowOfSession(rows, at)]?.at).toBeLessThanOrEqual(at);
      }),
    );
  });

  it('are laid out at once for ten thousand sessions, deep or wide', () => {
    const deep = Array.from({ length: 10_000 }, (_, at) => lineageNode(`d${String(at)}`, at, 'unknown'));
    const wide = Array.from({ length: 10_000 }, (_, at) => lineageNode(`w${String(at)}`, Math.min(at, 1), 'delegate'));
    for (const nodes of [deep, wide, lineageChain(5000, () => 1)]) {
      const layOut = () => treeRows(toFamilyTree(nodes), folding({ unrolled: new Set(['s0']) }));
      expect(leastMs(layOut)).toBeLessThan(500);
    }
  });
});
