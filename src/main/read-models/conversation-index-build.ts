import type { EdgeKind } from '../../shared/contract/conversation.ts';
import type { CostSummary } from '../../shared/contract/sessions.ts';
import { addCost, emptyCost } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';

/** A compression chain with its totals: what the list shows as one row. */
export interface Conversation {
  /** Oldest first; at least one. */
  readonly segments: readonly Session[];
  readonly root: Session;
  readonly tip: Session;
  /** How the root hangs on its family. */
  readonly kind: EdgeKind;
  /** Why it is no row of its own; null where it is one. */
  readonly hidden: 'subagent' | 'unknown-child' | null;
  /** The tip's title, else that of the latest segment which has one. */
  readonly title: string | null;
  /** Where the conversation began. */
  readonly source: string;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly automation: boolean;
  readonly startedAt: number | null;
  readonly lastActive: number | null;
  readonly messages: number;
  readonly toolCalls: number;
  readonly tokens: number;
  readonly cost: CostSummary;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly earlierArchived: boolean;
  /** Subagents and branches that hang on any segment. */
  readonly subagents: number;
  readonly branches: number;
}

/** Every chain of a linked forest; each session is in exactly one. */
export function buildConversations(nodes: readonly SessionNode[]): Conversation[] {
  return nodes.filter(node => node.kind !== 'compression').map(toConversation);
}

function chainFrom(head: SessionNode): SessionNode[] {
  const chain: SessionNode[] = [];
  for (let node: SessionNode | null = head; node !== null; node = node.continuation) chain.push(node);
  return chain;
}

function hiddenReason(kind: EdgeKind): Conversation['hidden'] {
  if (kind === 'delegate') return 'subagent';
  return kind === 'unknown' ? 'unknown-child' : null;
}

/** The chain that begins at a node, with its totals. */
export function toConversation(head: SessionNode): Conversation {
  const chain = chainFrom(head);
  const segments = chain.map(node => node.session);
  const root = head.session;
  const tip = segments.at(-1) ?? root;
  const children = (kind: EdgeKind) => sum(chain, node => node.children.filter(child => child.kind === kind).length);
  return {
    segments,
    root,
    tip,
    kind: head.kind,
    hidden: hiddenReason(head.kind),
    title: latest(segments, segment => segment.title),
    source: root.source,
    model: latest(segments, segment => segment.model),
    cwd: latest(segments, segment => segment.cwd),
    automation: isAutomation(root),
    startedAt: root.startedAt,
    lastActive: newest(segments),
    messages: sum(segments, segment => segment.messages),
    toolCalls: sum(segments, segment => segment.toolCalls),
    tokens: sum(segments, tokensOf),
    cost: costOfAll(segments),
    // A continuation does not inherit the flag, and unpinning clears the whole chain: spec: api §1, §11.
    pinned: segments.some(segment => segment.pinned),
    archived: tip.archived,
    earlierArchived: !tip.archived && segments.some(segment => segment.archived),
    subagents: children('delegate'),
    branches: children('branch'),
  };
}

/** Input, output and cached tokens; reasoning is part of output. */
export function tokensOf(session: Session): number {
  return session.inputTokens + session.outputTokens + session.cacheReadTokens + session.cacheWriteTokens;
}

/** Runs of a schedule and of tools; spec: design §4, api §4 (cron ids). */
function isAutomation(session: Session): boolean {
  return session.source === 'cron' || session.source === 'tool' || session.id.startsWith('cron_');
}

function costOfAll(segments: readonly Session[]): CostSummary {
  const summary = emptyCost();
  for (const segment of segments) addCost(summary, segment.cost);
  return summary;
}

function latest<T>(segments: readonly Session[], pick: (segment: Session) => T | null): T | null {
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index];
    const value = segment === undefined ? null : pick(segment);
    if (value !== null) return value;
  }
  return null;
}

function newest(segments: readonly Session[]): number | null {
  let time: number | null = null;
  for (const { activity } of segments) if (activity !== null && (time === null || activity > time)) time = activity;
  return time;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
