import { continuationOf } from './family-tree.ts';
import type { FamilyTree } from './family-tree.ts';
import { findBundles, LEAST_WIDTH, LIMB_HEIGHT, packBundle } from './map-bundles.ts';
import type { Bundles, Placed, Size } from './map-bundles.ts';
import { Skyline } from './skyline.ts';

/** A rectangle in the units of the map: pixels at its natural size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a session is drawn. */
export interface MapNode extends Box {
  /** What belongs to it: the box itself and the words beside it. No two of them overlap. */
  readonly slot: Box;
  /** Where its words stand: in the box, in the slot right of it, or nowhere. */
  readonly words: 'inside' | 'beside' | 'none';
}

/** Many single sessions of one kind that hang on one segment, in a frame. */
export interface MapBundle extends Box {
  /** Index of the segment. */
  readonly parent: number;
  /** Indexes of its sessions. */
  readonly members: readonly number[];
}

/** A family as a map. */
export interface MapLayout {
  /** By index of the session. */
  readonly nodes: readonly MapNode[];
  readonly bundles: readonly MapBundle[];
  readonly width: number;
  readonly height: number;
}

/** What the area of a session stands for, by index; nothing negative. */
export type MapMeasure = (at: number) => number;

/** Height of the sessions of a spine. */
const SPINE_HEIGHT = 44;
/** Width that the session which comes to most has in a spine; less where a chain is long. */
const LARGEST_WIDTH = 240;
const LEAST_LARGEST = 72;
/** Room for words beside a box; in a long chain only for its number. */
const WORDS_WIDTH = 180;
const NUMBER_WIDTH = 40;
const MISSING = { width: 24, height: SPINE_HEIGHT };
const MISSING_WORDS = 60;
const SHORT_CHAIN = 16;
const GAP = 28;
const LIMB_GAP = 14;
const LIMB_INDENT = 40;

/** A limb before it has its place: a chain with all that hangs on it, or a bundle. */
interface Limb {
  readonly width: number;
  readonly height: number;
  /** First segment of the chain; -1 for a bundle. */
  readonly head: number;
  readonly members: readonly number[];
}

/** A chain with all that hangs on it; places are relative to its corner. */
interface Block {
  readonly limb: Limb;
  readonly segments: readonly number[];
  readonly xs: readonly number[];
  readonly limbs: readonly (readonly (Limb & Placed & { readonly parent: number })[])[];
}

/**
 * Lays out a family: each chain is a spine from left to right in the order of time, what hangs on a segment stands
 * below it, and nothing overlaps. The same family always looks the same.
 */
export function layoutMap(tree: FamilyTree, measure: MapMeasure): MapLayout {
  const parts: Parts = { tree, sizes: boxSizes(tree, measure), bundles: findBundles(tree), blocks: new Map() };
  // Chains of children stand behind those of their parents, so that backwards each one finds its limbs laid out.
  for (let at = tree.nodes.length - 1; at >= 0; at -= 1) {
    if (isHead(tree, at) && !parts.bundles.members.has(at)) parts.blocks.set(at, layoutChain(parts, at));
  }
  return placeBlocks(parts);
}

/** What a layout is made from, and what is made of it so far. */
interface Parts {
  readonly tree: FamilyTree;
  readonly sizes: readonly Size[];
  readonly bundles: Bundles;
  /** By the first segment of each chain. */
  readonly blocks: Map<number, Block>;
}

function isHead(tree: FamilyTree, at: number): boolean {
  return spineBefore(tree, at) < 0;
}

/** The node that a node goes on from in one line: the segment before it, or the missing parent of an only child. */
function spineBefore(tree: FamilyTree, at: number): number {
  const parent = tree.parents[at] ?? -1;
  if (tree.nodes[at]?.edge === 'compression') return parent;
  return tree.nodes[parent]?.missing === true && tree.children[parent]?.length === 1 ? parent : -1;
}

function spineAfter(tree: FamilyTree, at: number): number {
  const next = continuationOf(tree, at);
  if (next >= 0) return next;
  const only = tree.children[at]?.[0] ?? -1;
  return only >= 0 && spineBefore(tree, only) === at ? only : -1;
}

function spineOf(tree: FamilyTree, head: number): number[] {
  const segments: number[] = [];
  for (let at = head; at >= 0; at = spineAfter(tree, at)) segments.push(at);
  return segments;
}

/** Areas in proportion to the measure; a session of nothing is still wide enough to be hit. */
function boxSizes(tree: FamilyTree, measure: MapMeasure): readonly Size[] {
  let [largest, longest] = [1, 1];
  for (const [at, { segments }] of tree.chains.entries()) {
    largest = Math.max(largest, measure(at));
    longest = Math.max(longest, segments.length);
  }
  const most = SPINE_HEIGHT * Math.max(LEAST_LARGEST, Math.min(LARGEST_WIDTH, (LARGEST_WIDTH * SHORT_CHAIN) / longest));
  return tree.nodes.map((node, at) => {
    if (node.missing) return MISSING;
    const parent = tree.parents[at] ?? -1;
    const isLimb = parent >= 0 && tree.chains[at]?.segments.length === 1 && spineBefore(tree, at) < 0;
    const height = isLimb ? LIMB_HEIGHT : SPINE_HEIGHT;
    const area = (Math.max(0, measure(at)) / largest) * most;
    return { width: Math.max(LEAST_WIDTH, Math.round(area / height)), height };
  });
}

function layoutChain(parts: Parts, head: number): Block {
  const { tree, sizes } = parts;
  const segments = spineOf(tree, head);
  const words = wordsWidth(segments.length);
  const xs: number[] = [];
  let x = 0;
  for (const at of segments) {
    xs.push(x);
    x += slotWidth(sizes[at], words) + GAP;
  }
  const spineHeight = highest(segments, sizes);
  const skyline = new Skyline(spineHeight);
  const limbs: (Limb & Placed & { parent: number })[][] = segments.map(() => []);
  let [width, height] = [x - GAP, spineHeight];
  for (let place = segments.length - 1; place >= 0; place -= 1) {
    for (const limb of limbsOf(parts, segments[place] ?? head)) {
      const left = (xs[place] ?? 0) + LIMB_INDENT;
      const top = skyline.drop(left, limb.width + GAP, limb.height + LIMB_GAP) + LIMB_GAP;
      limbs[place]?.push({ ...limb, x: left, y: top, parent: segments[place] ?? head });
      width = Math.max(width, left + limb.width);
      height = Math.max(height, top + limb.height);
    }
  }
  return { limb: { width, height, head, members: [] }, segments, xs, limbs };
}

function highest(segments: readonly number[], sizes: readonly Size[]): number {
  return segments.reduce((most, at) => Math.max(most, sizes[at]?.height ?? 0), 0);
}

function wordsWidth(segments: number): number {
  return segments > SHORT_CHAIN ? NUMBER_WIDTH : WORDS_WIDTH;
}

function slotWidth(size: Size | undefined, words: number): number {
  const width = size?.width ?? 0;
  if (size === MISSING) return width + MISSING_WORDS;
  // Words stand in a box that has room for them, else beside it.
  return width >= words ? width : width + words;
}

/** What hangs on a segment from top to bottom: its chains by time, then its bundles. */
function limbsOf({ tree, sizes, bundles, blocks }: Parts, at: number): readonly Limb[] {
  const after = spineAfter(tree, at);
  const limbs: Limb[] = [];
  for (const child of tree.children[at] ?? []) {
    const block = child === after ? undefined : blocks.get(child);
    if (block !== undefined) limbs.push(block.limb);
  }
  for (const members of bundles.byParent.get(at) ?? []) {
    const { width, height } = packBundle(members, sizes);
    limbs.push({ width, height, head: -1, members });
  }
  return limbs;
}

const NOWHERE: MapNode = {
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  slot: { x: 0, y: 0, width: 0, height: 0 },
  words: 'none',
};

/** Turns relative places into places on the map, from the topmost chains down. */
function placeBlocks({ tree, sizes, blocks }: Parts): MapLayout {
  const nodes: MapNode[] = tree.nodes.map(() => NOWHERE);
  const bundles: MapBundle[] = [];
  const waiting: { block: Block | undefined; x: number; y: number }[] = [];
  let [width, height] = [0, 0];
  for (const [at, parent] of tree.parents.entries()) {
    const block = parent < 0 ? blocks.get(at) : undefined;
    if (block === undefined) continue;
    waiting.push({ block, x: 0, y: height });
    width = Math.max(width, block.limb.width);
    height += block.limb.height + GAP;
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { block, x, y } = next;
    if (block === undefined) continue;
    placeSegments(block, { x, y }, sizes, nodes);
    for (const limb of block.limbs.flat()) {
      const place = { x: x + limb.x, y: y + limb.y };
      if (limb.head >= 0) waiting.push({ block: blocks.get(limb.head), ...place });
      else bundles.push(placeBundle(limb, place, sizes, nodes));
    }
  }
  return { nodes, bundles, width, height: Math.max(0, height - GAP) };
}

function placeSegments(block: Block, corner: Placed, sizes: readonly Size[], nodes: MapNode[]): void {
  const words = wordsWidth(block.segments.length);
  const line = highest(block.segments, sizes);
  for (const [place, at] of block.segments.entries()) {
    const size = sizes[at] ?? { width: 0, height: 0 };
    const box = { x: corner.x + (block.xs[place] ?? 0), y: corner.y + (line - size.height) / 2, ...size };
    nodes[at] = {
      ...box,
      slot: { ...box, width: slotWidth(size, words) },
      words: size.width >= words ? 'inside' : 'beside',
    };
  }
}

function placeBundle(
  limb: Limb & { readonly parent: number },
  corner: Placed,
  sizes: readonly Size[],
  nodes: MapNode[],
): MapBundle {
  const { places } = packBundle(limb.members, sizes);
  for (const [place, at] of limb.members.entries()) {
    const { x = 0, y = 0 } = places[place] ?? {};
    const size = sizes[at] ?? { width: 0, height: 0 };
    const box = { x: corner.x + x, y: corner.y + y, ...size };
    nodes[at] = { ...box, slot: box, words: 'none' };
  }
  return { ...corner, width: limb.width, height: limb.height, parent: limb.parent, members: limb.members };
}
