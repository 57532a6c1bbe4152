import type { LineageNode } from '../../../shared/contract/conversation.ts';

/** A family with what a tree and a map need to know of each node; every array is by index of the node. */
export interface FamilyTree {
  readonly nodes: readonly LineageNode[];
  readonly parents: readonly number[];
  /** Children in the order that they are shown in: the continuation last. */
  readonly children: readonly (readonly number[])[];
  /** The first index behind a node and all that hangs on it. */
  readonly ends: readonly number[];
  /** 1 for the first of its siblings. */
  readonly inSet: readonly number[];
  /** The chain that a node is a segment of; the chain of a session that was never compressed is itself. */
  readonly chains: readonly Chain[];
  /** Index of a session; of several with one id the first. */
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Segments of one conversation in the order of time, as indexes of nodes. */
export interface Chain {
  readonly segments: readonly number[];
}

const NO_CHILDREN: readonly number[] = [];

/**
 * Reads a family from its nodes in preorder.
 *
 * @param nodes - each node's depth is at most one more than that of the node before it.
 */
export function toFamilyTree(nodes: readonly LineageNode[]): FamilyTree {
  const parents: number[] = [];
  const children: number[][] = [];
  const ends: number[] = [];
  const inSet: number[] = [];
  const indexOf = new Map<string, number>();
  const open: number[] = [];
  let tops = 0;
  for (const [at, node] of nodes.entries()) {
    for (let last = open.length; last > node.depth; last -= 1) closeAt(open, ends, at);
    const parent = open.at(-1) ?? -1;
    parents.push(parent);
    if (parent < 0) inSet.push((tops += 1));
    else inSet.push((children[parent] ??= []).push(at));
    if (!indexOf.has(node.sessionId)) indexOf.set(node.sessionId, at);
    open.push(at);
  }
  while (open.length > 0) closeAt(open, ends, nodes.length);
  const all = nodes.map((_, at) => children[at] ?? NO_CHILDREN);
  return { nodes, parents, children: all, ends, inSet, chains: chainsOf(nodes, parents), indexOf };
}

function closeAt(open: number[], ends: number[], end: number): void {
  const closed = open.pop();
  if (closed !== undefined) ends[closed] = end;
}

function chainsOf(nodes: readonly LineageNode[], parents: readonly number[]): readonly Chain[] {
  const chains: { segments: number[] }[] = [];
  for (const [at, node] of nodes.entries()) {
    const before = node.edge === 'compression' ? chains[parents[at] ?? -1] : undefined;
    const chain = before ?? { segments: [] };
    chain.segments.push(at);
    chains.push(chain);
  }
  return chains;
}

/** How many siblings a node has, itself included. */
export function setSizeOf(tree: FamilyTree, at: number): number {
  const parent = tree.parents[at] ?? -1;
  if (parent >= 0) return tree.children[parent]?.length ?? 1;
  return tree.parents.filter(other => other < 0).length;
}

/** The segment that carries a chain on; -1 for the tip. */
export function continuationOf(tree: FamilyTree, at: number): number {
  const next = tree.children[at]?.at(-1) ?? -1;
  return tree.nodes[next]?.edge === 'compression' ? next : -1;
}

/** Which segment of its chain a node is, from 1 on; 0 where it is the only one. */
export function ordinalOf(tree: FamilyTree, at: number): number {
  const segments = tree.chains[at]?.segments ?? [];
  return segments.length < 2 ? 0 : lowerBound(segments, at) + 1;
}

/** Place of a number in a rising list, found by halving. */
function lowerBound(rising: readonly number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
