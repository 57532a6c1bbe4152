import type { FamilyTree } from './family-tree.ts';

/** Width and height on the map. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place on the map, or within a part of it. */
export interface Placed {
  readonly x: number;
  readonly y: number;
}

/** Height of a session that hangs on another, and the least width of any. */
export const LIMB_HEIGHT = 32;
export const LEAST_WIDTH = 12;
/** Single sessions of one kind on one segment beyond this many are drawn as a bundle. */
const MOST_SINGLE = 8;
const CELL_GAP = 4;
const FRAME = 8;
/** Room for the words over a bundle. */
const FRAME_HEAD = 20;
const LEAST_FRAME = 120;
/** Width of a bundle that does not stand in the way of the next segment's. */
const BUNDLE_ROOM = 130;

/** The bundles of a family. */
export interface Bundles {
  /** By index of the segment that they hang on: the indexes of their sessions. */
  readonly byParent: ReadonlyMap<number, readonly (readonly number[])[]>;
  /** Every session in one of them. */
  readonly members: ReadonlySet<number>;
}

/** Finds sessions that nothing hangs on where many of one kind hang on one segment. */
export function findBundles(tree: FamilyTree): Bundles {
  const byParent = new Map<number, readonly (readonly number[])[]>();
  const members = new Set<number>();
  for (const [parent, children] of tree.children.entries()) {
    if (children.length <= MOST_SINGLE) continue;
    const bundles = byEdge(tree, children).filter(bundle => bundle.length > MOST_SINGLE);
    if (bundles.length > 0) byParent.set(parent, bundles);
    for (const bundle of bundles) for (const at of bundle) members.add(at);
  }
  return { byParent, members };
}

function byEdge(tree: FamilyTree, children: readonly number[]): number[][] {
  const kinds = new Map<string, number[]>();
  for (const at of children) {
    const edge = tree.nodes[at]?.edge ?? 'unknown';
    if (edge === 'compression' || tree.children[at]?.length !== 0) continue;
    const members = kinds.get(edge);
    if (members === undefined) kinds.set(edge, [at]);
    else members.push(at);
  }
  return [...kinds.values()];
}

/**
 * Puts the boxes of a bundle in rows within a frame, one after the other: few below their segment, many about twice as
 * wide as high.
 *
 * @returns places relative to the corner of the frame.
 */
export function packBundle(members: readonly number[], sizes: readonly Size[]): Size & { readonly places: Placed[] } {
  let [whole, widestBox] = [0, 0];
  for (const member of members) {
    const width = sizes[member]?.width ?? LEAST_WIDTH;
    whole += width + CELL_GAP;
    widestBox = Math.max(widestBox, width);
  }
  const wide = Math.sqrt(2 * whole * (LIMB_HEIGHT + CELL_GAP));
  const room = Math.max(wide > 3 * BUNDLE_ROOM ? wide : BUNDLE_ROOM, widestBox);
  const places: Placed[] = [];
  let [x, y, widest] = [0, 0, 0];
  for (const member of members) {
    const width = sizes[member]?.width ?? LEAST_WIDTH;
    if (x > 0 && x + width > room) [x, y] = [0, y + LIMB_HEIGHT + CELL_GAP];
    places.push({ x: FRAME + x, y: FRAME_HEAD + y });
    x += width + CELL_GAP;
    widest = Math.max(widest, x - CELL_GAP);
  }
  return { width: Math.max(widest + 2 * FRAME, LEAST_FRAME), height: y + LIMB_HEIGHT + FRAME + FRAME_HEAD, places };
}
