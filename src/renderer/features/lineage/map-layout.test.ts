import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineageChain, lineageForest, lineageNode } from '../../../../test/support/lineage-nodes.ts';
import type { LineageNode } from '../../../shared/contract/conversation.ts';
import { toFamilyTree } from './family-tree.ts';
import { leastMs } from '../../../../test/support/least-time.ts';
import { layoutMap } from './map-layout.ts';
import type { Box, MapLayout } from './map-layout.ts';

function layoutOf(nodes: readonly LineageNode[]): MapLayout {
  return layoutMap(toFamilyTree(nodes), at => nodes[at]?.tokens ?? 0);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Pairs of boxes that overlap. */
function overlaps(boxes: readonly Box[]): string[] {
  const found: string[] = [];
  for (const [at, box] of boxes.entries()) {
    for (let other = at + 1; other < boxes.length; other += 1) {
      const second = boxes[other];
      if (second !== undefined && overlap(box, second)) found.push(`${String(at)} and ${String(other)}`);
    }
  }
  return found;
}

/** Everything that stands by itself: slots of sessions outside bundles, and bundles as wholes. */
function standing({ nodes, bundles }: MapLayout): Box[] {
  const inside = new Set(bundles.flatMap(bundle => bundle.members));
  return [...nodes.flatMap((node, at) => (inside.has(at) ? [] : [node.slot])), ...bundles];
}

describe('the layout of the lineage map', () => {
  it('draws a chain as a spine in the order of time, and its limbs below', () => {
    const { nodes } = layoutOf([
      lineageNode('a', 0, 'root', { tokens: 1000 }),
      lineageNode('branch', 1, 'branch', { tokens: 0 }),
      lineageNode('b', 1, 'compression', { tokens: 500 }),
      lineageNode('sub', 2, 'delegate', { tokens: 250 }),
    ]);
    const [a, branch, b, sub] = nodes;
    expect(b?.y).toBe(a?.y);
    expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
    expect(branch?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0));
    expect(sub?.x).toBeGreaterThan(b?.x ?? 0);
    const area = (box: Box | undefined): number => (box?.width ?? 0) * (box?.height ?? 0);
    expect(area(b) / area(a)).toBeCloseTo(0.5, 1);
    expect(area(sub) / area(a)).toBeCloseTo(0.25, 1);
    expect(branch?.width).toBeGreaterThan(0);
  });

  it('puts the missing parent of one session before it, and of several above them', () => {
    const one = layoutOf([lineageNode('gone', 0, 'unknown', { missing: true }), lineageNode('a', 1, 'root')]).nodes;
    expect(one[1]?.x).toBeGreaterThan(one[0]?.x ?? 0);
    expect(overlaps(one.map(node => node.slot))).toEqual([]);
    const gone = lineageNode('gone', 0, 'unknown', { missing: true });
    const two = layoutOf([gone, lineageNode('a', 1, 'root'), lineageNode('b', 1, 'root')]).nodes;
    expect(two[1]?.y).toBeGreaterThan((two[0]?.y ?? 0) + (two[0]?.height ?? 0));
    expect(two[2]?.y).toBeGreaterThan(two[1]?.y ?? 0);
  });

  it('draws many subagents of one segment as a bundle of boxes', () => {
    const layout = layoutOf([...lineageChain(1, () => 2000)]);
    expect(layout.bundles.map(bundle => bundle.members.length)).toEqual([2000]);
    const [frame] = layout.bundles;
    const members = layout.nodes.slice(1);
    expect(members.every(node => frame !== undefined && overlap(node, frame))).toBe(true);
    expect(overlaps(members.slice(0, 300))).toEqual([]);
    expect(layout.height).toBeLessThan(3 * layout.width);
  });

  it('lets nothing overlap in any family, and is the same each time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1 << 20), { minLength: 1, maxLength: 150 }), numbers => {
        const nodes = lineageForest(numbers);
        const layout = layoutOf(nodes);
        expect(overlaps(standing(layout))).toEqual([]);
        for (const bundle of layout.bundles) {
          expect(overlaps(bundle.members.map(at => layout.nodes[at]?.slot ?? bundle))).toEqual([]);
        }
        for (const box of standing(layout)) {
          expect(box.x >= 0 && box.x + box.width <= layout.width + 0.5).toBe(true);
          expect(box.y >= 0 && box.y + box.height <= layout.height + 0.5).toBe(true);
        }
        const { chains } = toFamilyTree(nodes);
        for (const { segments } of chains) {
          const xs = segments.map(at => layout.nodes[at]?.x ?? 0);
          expect(xs).toEqual(xs.toSorted((a, b) => a - b));
        }
        expect(layoutOf(nodes)).toEqual(layout);
      }),
    );
  });

  it('is made at once for ten thousand sessions', () => {
    const deep = Array.from({ length: 10_000 }, (_, at) => lineageNode(`d${String(at)}`, at, 'unknown'));
    for (const nodes of [deep, lineageChain(1, () => 9999), lineageChain(2500, () => 3), lineageChain(10_000)]) {
      const tree = toFamilyTree(nodes);
      expect(leastMs(() => layoutMap(tree, at => nodes[at]?.tokens ?? 0))).toBeLessThan(500);
    }
  });
});
