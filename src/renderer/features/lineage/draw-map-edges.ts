import type { EdgeKind } from '../../../shared/contract/conversation.ts';
import type { MapPicture } from './draw-map.ts';
import type { Box, MapNode } from './map-layout.ts';
import { meets } from './map-view.ts';

/** How the line of each kind is broken; kinds are told apart by it as much as by their colour. */
export const EDGE_DASHES: Readonly<Record<EdgeKind, readonly number[]>> = {
  root: [2, 4],
  compression: [],
  branch: [],
  delegate: [5, 3],
  reset: [7, 3, 1, 3],
  unknown: [1, 4],
};
const KINDS: readonly EdgeKind[] = ['root', 'compression', 'branch', 'delegate', 'reset', 'unknown'];
const BEND = 12;
/** How far from the left of a segment the lines to its limbs leave it. */
const LEAVE = 16;
const ARROW = 6;

/** Draws the lines of one kind after the other, each kind as one path. */
export function drawEdges(context: CanvasRenderingContext2D, picture: MapPicture, sight: Box, scale: number): void {
  const paths = pathsOf(picture, sight);
  for (const kind of KINDS) {
    const path = paths.get(kind);
    if (path === undefined) continue;
    context.strokeStyle = picture.colours.edges[kind === 'root' ? 'unknown' : kind];
    context.lineWidth = (kind === 'branch' || kind === 'delegate' ? 1.5 : 2) / Math.min(1, scale * 1.5);
    context.lineCap = kind === 'unknown' ? 'round' : 'butt';
    context.setLineDash([...EDGE_DASHES[kind]]);
    context.stroke(path);
  }
  context.lineCap = 'butt';
}

type Paths = Map<EdgeKind, Path2D>;

function pathsOf(picture: MapPicture, sight: Box): Paths {
  const paths: Paths = new Map();
  addBundleLines(picture, sight, paths);
  const { tree, layout } = picture;
  for (const [at, node] of layout.nodes.entries()) {
    const from = layout.nodes[tree.parents[at] ?? -1];
    if (from === undefined || node.words === 'none' || !inSight(from, node, sight)) continue;
    const path = pathOf(paths, tree.nodes[at]?.edge ?? 'unknown');
    const to = { x: node.x, y: node.y + node.height / 2 };
    if (node.y < from.y + from.height) spineLine(path, from, to);
    else limbLine(path, from, to);
  }
  return paths;
}

/** The sessions in a bundle have one line together, and no words. */
function addBundleLines({ tree, layout }: MapPicture, sight: Box, paths: Paths): void {
  for (const bundle of layout.bundles) {
    const from = layout.nodes[bundle.parent];
    if (from === undefined || !inSight(from, bundle, sight)) continue;
    const edge = tree.nodes[bundle.members[0] ?? -1]?.edge ?? 'unknown';
    limbLine(pathOf(paths, edge), from, { x: bundle.x, y: bundle.y + 2 * BEND });
  }
}

function pathOf(paths: Paths, kind: EdgeKind): Path2D {
  const path = paths.get(kind) ?? new Path2D();
  paths.set(kind, path);
  return path;
}

/** Whether a line between two boxes may be in sight. */
function inSight(a: Box, b: Box, sight: Box): boolean {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return meets({ x, y, width: Math.max(a.x, b.x) - x + a.width, height: Math.max(a.y, b.y) - y + b.height }, sight);
}

/** From one segment to the next, with an arrow. */
function spineLine(path: Path2D, from: MapNode, to: { readonly x: number; readonly y: number }): void {
  path.moveTo(from.slot.x + from.slot.width + 2, to.y);
  path.lineTo(to.x - 1, to.y);
  path.moveTo(to.x - ARROW - 1, to.y - ARROW + 1);
  path.lineTo(to.x - 1, to.y);
  path.lineTo(to.x - ARROW - 1, to.y + ARROW - 1);
}

/** Down from a segment and round a corner to its limb. */
function limbLine(path: Path2D, from: MapNode, to: { readonly x: number; readonly y: number }): void {
  const x = from.x + Math.min(LEAVE, from.width / 2);
  path.moveTo(x, from.y + from.height);
  path.lineTo(x, to.y - BEND);
  path.arcTo(x, to.y, x + BEND, to.y, BEND);
  path.lineTo(to.x - 1, to.y);
}
