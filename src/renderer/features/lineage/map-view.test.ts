import { describe, expect, it } from 'vitest';
import { lineageChain, lineageNode } from '../../../../test/support/lineage-nodes.ts';
import { toFamilyTree } from './family-tree.ts';
import { layoutMap } from './map-layout.ts';
import {
  clampView,
  fitView,
  meets,
  neighbourOf,
  nodeAt,
  openingView,
  revealed,
  sightOf,
  zoomedAt,
} from './map-view.ts';

const FRAME = { width: 800, height: 300 };
const SMALL = [
  lineageNode('a', 0, 'root', { tokens: 900 }),
  lineageNode('branch', 1, 'branch'),
  lineageNode('b', 1, 'compression', { tokens: 100 }),
];

function layoutOf(nodes: Parameters<typeof toFamilyTree>[0]) {
  return layoutMap(toFamilyTree(nodes), at => nodes[at]?.tokens ?? 0);
}

describe('the view of the map', () => {
  it('shows a small family whole at its natural size, and a long chain at the open session', () => {
    const small = layoutOf(SMALL);
    expect(openingView(small, FRAME, small.nodes[0]).scale).toBe(1);
    const long = layoutOf(lineageChain(180));
    const view = openingView(long, FRAME, long.nodes[179]);
    expect(view.scale).toBeCloseTo(0.7);
    expect(meets(long.nodes[179] ?? FRAME_BOX, sightOf(view, FRAME))).toBe(true);
    const whole = fitView(long, FRAME);
    expect(long.nodes.every(node => meets(node, sightOf(whole, FRAME)))).toBe(true);
  });

  it('zooms about a point, and never loses the map', () => {
    const layout = layoutOf(SMALL);
    const view = fitView(layout, FRAME);
    const at = { x: 100, y: 90 };
    const mapPoint = (of: typeof view) => (at.x - of.x) / of.scale;
    expect(mapPoint(zoomedAt(view, 2, at))).toBeCloseTo(mapPoint(view));
    const lost = clampView({ ...view, x: 100_000, y: -100_000 }, layout, FRAME);
    expect(layout.nodes.some(node => meets(node, sightOf(lost, FRAME)))).toBe(true);
  });

  it('finds the session at a point, and brings one into sight', () => {
    const layout = layoutOf(SMALL);
    const view = fitView(layout, FRAME);
    for (const [at, node] of layout.nodes.entries()) {
      const middle = { x: (node.x + node.width / 2) * view.scale + view.x, y: (node.y + 5) * view.scale + view.y };
      expect(nodeAt(layout, view, middle)).toBe(at);
    }
    expect(nodeAt(layout, view, { x: 1, y: 299 })).toBe(-1);
    const far = revealed({ scale: 1, x: -5000, y: 900 }, layout.nodes[2] ?? FRAME_BOX, FRAME);
    expect(meets(layout.nodes[2] ?? FRAME_BOX, sightOf(far, FRAME))).toBe(true);
  });

  it('goes along the spine and down to the limbs', () => {
    const layout = layoutOf(SMALL);
    expect(neighbourOf(layout, 0, 'right')).toBe(2);
    expect(neighbourOf(layout, 2, 'left')).toBe(0);
    expect(neighbourOf(layout, 0, 'down')).toBe(1);
    expect(neighbourOf(layout, 1, 'up')).toBe(0);
    expect(neighbourOf(layout, 0, 'up')).toBe(0);
  });
});

const FRAME_BOX = { x: 0, y: 0, width: 0, height: 0 };
