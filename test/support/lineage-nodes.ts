import type { EdgeKind, LineageNode } from '../../src/shared/contract/conversation.ts';
import type { CostSummary } from '../../src/shared/contract/sessions.ts';

/** A cost that is not known. */
export const UNKNOWN_COST: CostSummary = {
  actualUsd: 0,
  actualCount: 0,
  estimatedUsd: 0,
  estimatedCount: 0,
  includedCount: 0,
  unknownCount: 1,
};

/** A session of a family as main describes it. */
export function lineageNode(
  sessionId: string,
  depth: number,
  edge: EdgeKind,
  change: Partial<LineageNode> = {},
): LineageNode {
  return {
    sessionId,
    parentId: null,
    depth,
    edge,
    label: sessionId,
    source: 'cli',
    startedAt: 1_787_000_000,
    endedAt: 1_787_000_600,
    lastActive: 1_787_000_600,
    endReason: 'compression',
    messages: 4,
    tokens: 1000,
    cost: UNKNOWN_COST,
    branch: { sessions: 1, messages: 4, tokens: 1000, cost: UNKNOWN_COST },
    live: false,
    archived: false,
    missing: false,
    cut: null,
    ...change,
  };
}

/** A chain of segments `s0`, `s1` …, each with subagents `s0.0`, `s0.1` … where it has some. */
export function lineageChain(segments: number, subagents: (segment: number) => number = () => 0): LineageNode[] {
  const nodes: LineageNode[] = [];
  for (let at = 0; at < segments; at += 1) {
    nodes.push(lineageNode(`s${String(at)}`, at, at === 0 ? 'root' : 'compression'));
    for (let sub = 0; sub < subagents(at); sub += 1) {
      nodes.push(lineageNode(`s${String(at)}.${String(sub)}`, at + 1, 'delegate'));
    }
  }
  return nodes;
}

const EDGES: readonly EdgeKind[] = ['branch', 'delegate', 'reset', 'unknown', 'compression'];

/**
 * A family in preorder out of numbers: each says how deep its node is and how it hangs on its parent. A node has one
 * continuation at most, its last child.
 */
export function lineageForest(numbers: readonly number[]): LineageNode[] {
  const nodes: LineageNode[] = [];
  const closed = new Set<number>();
  const path: number[] = [];
  for (const [at, value] of numbers.entries()) {
    const open = path.filter(parent => !closed.has(parent));
    const parent = at === 0 ? -1 : (open[value % Math.max(1, open.length)] ?? open[0] ?? path[0] ?? 0);
    path.length = parent < 0 ? 0 : path.indexOf(parent) + 1;
    const edge = at === 0 ? 'root' : (EDGES[(value >> 8) % EDGES.length] ?? 'unknown');
    const allowed = edge === 'compression' && closed.has(parent) ? 'unknown' : edge;
    if (allowed === 'compression') closed.add(parent);
    const change = { tokens: value % 100_000, messages: value % 300, startedAt: 1_787_000_000 + at };
    nodes.push(lineageNode(`n${String(at)}`, path.length, allowed, change));
    path.push(at);
  }
  return nodes;
}
