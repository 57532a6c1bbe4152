import { continuationOf } from './family-tree.ts';
import type { Chain, FamilyTree } from './family-tree.ts';

/** What of a family is folded away. All by session id, so that it outlives a change of the family. */
export interface Folding {
  /** Sessions whose branches are folded. */
  readonly folded: ReadonlySet<string>;
  /** First sessions of long chains that are shown with every segment. */
  readonly unrolled: ReadonlySet<string>;
  /** Sessions that are never folded into the middle of a chain. */
  readonly kept: readonly string[];
}

/** A line of the tree: a session, or the middle of a long chain. */
export interface TreeRow {
  /** Index of the session; of the first one for a middle. */
  readonly at: number;
  /** How many segments a middle stands for; 0 for a session. */
  readonly segments: number;
  /** How many sessions hang on the segments of a middle. */
  readonly beside: number;
  /** Columns to the right: one for each link that is no compression. */
  readonly column: number;
  /** The columns before it that a line runs through, bit by bit. */
  readonly through: number;
  /** How it is joined: at the top, below the segment before it, or to the side of its parent. */
  readonly joint: 'top' | 'chain' | 'side' | 'last';
  /** Whether a line leads down from it to what follows. */
  readonly below: boolean;
  /** Null where nothing hangs on it. */
  readonly expanded: boolean | null;
}

/** Columns further right are drawn in the last one. */
export const MOST_COLUMNS = 12;
/** Segments of a chain that is shown whole. */
const SHORT_CHAIN = 12;
/** Segments shown at either end of a longer one. */
const CHAIN_END = 3;

interface Waiting {
  readonly at: number;
  readonly column: number;
  readonly through: number;
  readonly joint: TreeRow['joint'];
}

/** The lines of the tree, from top to bottom. */
export function treeRows(tree: FamilyTree, folding: Folding): readonly TreeRow[] {
  const middles = middlesOf(tree, folding);
  const rows: TreeRow[] = [];
  const waiting: Waiting[] = [];
  const tops = tree.parents.flatMap((parent, at) => (parent < 0 ? [at] : []));
  for (const at of tops.reverse()) waiting.push({ at, column: 0, through: 0, joint: 'top' });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const middle = middles.get(next.at);
    if (middle === undefined) rows.push(pushSession(tree, folding, next, waiting));
    else {
      rows.push({ ...next, segments: middle.segments, beside: middle.beside, below: true, expanded: false });
      waiting.push({ ...next, at: middle.next, joint: 'chain' });
    }
  }
  return rows;
}

function pushSession(tree: FamilyTree, { folded }: Folding, place: Waiting, waiting: Waiting[]): TreeRow {
  const { at, column, through } = place;
  const children = tree.children[at] ?? [];
  const expanded = children.length === 0 ? null : !folded.has(tree.nodes[at]?.sessionId ?? '');
  if (expanded === true) {
    const next = continuationOf(tree, at);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index] ?? -1;
      const isLast = index === children.length - 1;
      waiting.push(child === next ? { at: child, column, through, joint: 'chain' } : limb(child, place, isLast));
    }
  }
  return { at, column, through, joint: place.joint, segments: 0, beside: 0, below: expanded === true, expanded };
}

function limb(at: number, { column, through }: Waiting, isLast: boolean): Waiting {
  const line = isLast || column >= MOST_COLUMNS ? through : through | (1 << column);
  return { at, column: Math.min(column + 1, MOST_COLUMNS), through: line, joint: isLast ? 'last' : 'side' };
}

interface Middle {
  readonly segments: number;
  readonly beside: number;
  /** The segment after it. */
  readonly next: number;
}

/** The middles of long chains, by their first segment. */
function middlesOf(tree: FamilyTree, { unrolled, kept }: Folding): ReadonlyMap<number, Middle> {
  const middles = new Map<number, Middle>();
  const keptAt = kept.map(id => tree.indexOf.get(id) ?? -1);
  for (const [at, chain] of tree.chains.entries()) {
    const isLong = chain.segments[0] === at && chain.segments.length > SHORT_CHAIN;
    if (isLong && !unrolled.has(tree.nodes[at]?.sessionId ?? '')) addMiddles(tree, chain, keptAt, middles);
  }
  return middles;
}

/** The middle of one chain, in as many pieces as the kept sessions make of it. */
function addMiddles(tree: FamilyTree, { segments }: Chain, kept: readonly number[], to: Map<number, Middle>): void {
  const end = segments.length - CHAIN_END;
  let from = CHAIN_END;
  for (let place = CHAIN_END; place <= end; place += 1) {
    if (place < end && !holds(tree, segments, place, kept)) continue;
    if (place - from > 1) {
      const first = segments[from] ?? 0;
      const next = segments[place] ?? 0;
      to.set(first, { segments: place - from, beside: next - first - (place - from), next });
    }
    from = place + 1;
  }
}

/** Whether one of some sessions is this segment or hangs on it. */
function holds(tree: FamilyTree, segments: readonly number[], place: number, sessions: readonly number[]): boolean {
  const first = segments[place] ?? 0;
  const end = segments[place + 1] ?? tree.ends[first] ?? 0;
  return sessions.some(at => at >= first && at < end);
}

/** The line that shows a session, or what it is folded into; `rows` are those of {@link treeRows}. */
export function rowOfSession(rows: readonly TreeRow[], at: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
