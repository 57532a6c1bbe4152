import type { EdgeKind, LineageNode } from './contract/conversation.ts';
import type { CostSummary } from './contract/sessions.ts';

/**
 * A family on its way between processes: ten thousand sessions as objects would hold up a window for a second each time
 * they are copied.
 */
export interface LineageTable {
  /** The texts of each session, as JSON. */
  readonly words: string;
  /** The numbers of each session, one after the other; NaN for null. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

const EDGES: readonly EdgeKind[] = ['root', 'compression', 'branch', 'delegate', 'reset', 'unknown'];
/** Numbers of one session. */
const STRIDE = 23;
const LIVE = 1;
const ARCHIVED = 2;
const MISSING = 4;

type Words = readonly [
  sessionId: string,
  parentId: string | null,
  label: string,
  source: string,
  endReason: string | null,
  cutKind: 'self' | 'loop' | null,
  cutParent: string,
];

/** Packs a family. */
export function packLineage(nodes: readonly LineageNode[]): LineageTable {
  const numbers = new Float64Array(nodes.length * STRIDE);
  for (const [at, node] of nodes.entries()) numbers.set(numbersOf(node), at * STRIDE);
  return { words: JSON.stringify(nodes.map(wordsOf)), numbers };
}

function wordsOf({ sessionId, parentId, label, source, endReason, cut }: LineageNode): Words {
  return [sessionId, parentId, label, source, endReason, cut?.kind ?? null, cut?.parentId ?? ''];
}

function numbersOf(node: LineageNode): number[] {
  const { branch } = node;
  const flags = (node.live ? LIVE : 0) + (node.archived ? ARCHIVED : 0) + (node.missing ? MISSING : 0);
  return [
    ...[node.depth, EDGES.indexOf(node.edge), flags],
    ...[node.startedAt ?? NaN, node.endedAt ?? NaN, node.lastActive ?? NaN],
    ...[node.messages, node.tokens, ...costNumbers(node.cost)],
    ...[branch.sessions, branch.messages, branch.tokens, ...costNumbers(branch.cost)],
  ];
}

function costNumbers(cost: CostSummary): readonly number[] {
  const { actualUsd, actualCount, estimatedUsd, estimatedCount, includedCount, unknownCount } = cost;
  return [actualUsd, actualCount, estimatedUsd, estimatedCount, includedCount, unknownCount];
}

/** The family that was packed. */
export function unpackLineage({ words, numbers }: LineageTable): LineageNode[] {
  return readWords(words).map((text, at) => nodeOf(text, numbers.subarray(at * STRIDE, (at + 1) * STRIDE)));
}

function readWords(words: string): readonly Words[] {
  const texts: unknown = JSON.parse(words);
  if (!isWords(texts)) throw new TypeError('a family is a list of sessions');
  return texts;
}

function isWords(value: unknown): value is readonly Words[] {
  return Array.isArray(value);
}

function nodeOf(words: Words, numbers: Float64Array): LineageNode {
  const [sessionId, parentId, label, source, endReason, cutKind, cutParent] = words;
  const at = (place: number): number => numbers[place] ?? 0;
  const time = (place: number): number | null => (Number.isNaN(at(place)) ? null : at(place));
  const cost = (from: number): CostSummary => ({
    actualUsd: at(from),
    actualCount: at(from + 1),
    estimatedUsd: at(from + 2),
    estimatedCount: at(from + 3),
    includedCount: at(from + 4),
    unknownCount: at(from + 5),
  });
  return {
    ...{ sessionId, parentId, label, source, endReason },
    depth: at(0),
    edge: EDGES[at(1)] ?? 'unknown',
    startedAt: time(3),
    endedAt: time(4),
    lastActive: time(5),
    messages: at(6),
    tokens: at(7),
    cost: cost(8),
    branch: { sessions: at(14), messages: at(15), tokens: at(16), cost: cost(17) },
    live: (at(2) & LIVE) !== 0,
    archived: (at(2) & ARCHIVED) !== 0,
    missing: (at(2) & MISSING) !== 0,
    cut: cutKind === null ? null : { kind: cutKind, parentId: cutParent },
  };
}

/** Whether two tables say the same. */
export function sameLineage(a: LineageTable, b: LineageTable): boolean {
  return (
    a.words === b.words &&
    a.numbers.length === b.numbers.length &&
    a.numbers.every((value, at) => Object.is(value, b.numbers[at]))
  );
}

/** Every id of a session in a packed family, some of them more than once. */
export function idsOfLineage({ words }: LineageTable): string[] {
  return readWords(words).flatMap(([sessionId, parentId, , , , , cutParent]) => [
    sessionId,
    parentId ?? sessionId,
    cutParent,
  ]);
}

/** The words of a packed family whose sessions have other ids. */
export function renameLineage({ words }: LineageTable, rename: (id: string) => string): string {
  const renamed = readWords(words).map(([sessionId, parentId, label, source, endReason, cutKind, cutParent]): Words => [
    rename(sessionId),
    parentId === null ? null : rename(parentId),
    label,
    source,
    endReason,
    cutKind,
    rename(cutParent),
  ]);
  return JSON.stringify(renamed);
}
