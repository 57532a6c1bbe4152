import type { EdgeKind } from '../../shared/contract/conversation.ts';
import type { CostSummary } from '../../shared/contract/sessions.ts';
import { addCost, emptyCost, type MutableCostSummary } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import type { Chat, Session } from './edges.ts';

/** A compression chain with its totals: what the list shows as one row. */
export interface Conversation {
  /** Its place among all conversations of the index, whatever their order. */
  readonly place: number;
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
  readonly provider: string | null;
  /** Root of the git repository, else the working folder; spec: api §4, workspace_key. */
  readonly project: string | null;
  readonly chat: Chat | null;
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
  /** Conversations that hang on any segment and are no rows of their own: subagents and unknown children. */
  readonly nested: number;
}

/**
 * Every chain of a linked forest; each session is in exactly one, and its node knows it.
 *
 * @param place - of the first of them.
 */
export function buildConversations(nodes: readonly SessionNode[], place = 0): Conversation[] {
  const conversations: Conversation[] = [];
  for (const node of nodes) {
    if (node.kind !== 'compression') conversations.push(toConversation(node, place + conversations.length));
  }
  return conversations;
}

function hiddenReason(kind: EdgeKind): Conversation['hidden'] {
  if (kind === 'delegate') return 'subagent';
  return kind === 'unknown' ? 'unknown-child' : null;
}

/** The chain that begins at a node, with its totals; its nodes know it from then on. */
export function toConversation(head: SessionNode, place: number): Conversation {
  const { session: root, kind } = head;
  const totals = totalsOf(head);
  const { segments } = totals;
  const tip = segments.at(-1) ?? root;
  const conversation: Conversation = {
    place,
    segments,
    root,
    tip,
    kind,
    hidden: hiddenReason(kind),
    title: totals.title,
    source: root.source,
    model: totals.model,
    cwd: totals.cwd,
    provider: totals.provider,
    project: totals.project,
    chat: totals.chat,
    automation: isAutomation(root),
    startedAt: root.startedAt,
    lastActive: totals.lastActive,
    messages: totals.messages,
    toolCalls: totals.toolCalls,
    tokens: totals.tokens,
    cost: totals.cost,
    pinned: totals.pinned,
    archived: tip.archived,
    earlierArchived: !tip.archived && totals.earlierArchived,
    subagents: totals.subagents,
    branches: totals.branches,
    nested: totals.nested,
  };
  for (let node: SessionNode | null = head; node !== null; node = node.continuation) node.conversation = conversation;
  return conversation;
}

/** What follows from the members of a chain. */
interface Totals {
  readonly segments: Session[];
  title: string | null;
  model: string | null;
  cwd: string | null;
  provider: string | null;
  project: string | null;
  chat: Chat | null;
  lastActive: number | null;
  messages: number;
  toolCalls: number;
  tokens: number;
  readonly cost: MutableCostSummary;
  pinned: boolean;
  earlierArchived: boolean;
  subagents: number;
  branches: number;
  nested: number;
}

/** One walk and no closures: this runs over every session before the first list can be shown. */
function totalsOf(head: SessionNode): Totals {
  const totals: Totals = {
    segments: [],
    title: null,
    model: null,
    cwd: null,
    provider: null,
    project: null,
    chat: null,
    lastActive: null,
    messages: 0,
    toolCalls: 0,
    tokens: 0,
    cost: emptyCost(),
    pinned: false,
    earlierArchived: false,
    subagents: 0,
    branches: 0,
    nested: 0,
  };
  for (let node: SessionNode | null = head; node !== null; node = node.continuation) {
    addSegment(totals, node.session);
    for (const { kind } of node.children) {
      if (kind === 'branch') totals.branches += 1;
      else if (kind === 'delegate' || kind === 'unknown') totals.nested += 1;
      if (kind === 'delegate') totals.subagents += 1;
    }
  }
  return totals;
}

function addSegment(totals: Totals, segment: Session): void {
  totals.segments.push(segment);
  addNames(totals, segment);
  const { activity } = segment;
  if (activity !== null && (totals.lastActive === null || activity > totals.lastActive)) totals.lastActive = activity;
  totals.messages += segment.messages;
  totals.toolCalls += segment.toolCalls;
  totals.tokens += tokensOf(segment);
  addCost(totals.cost, segment.cost);
  // A continuation does not inherit the flag, and unpinning clears the whole chain: spec: api §1, §11.
  totals.pinned ||= segment.pinned;
  totals.earlierArchived ||= segment.archived;
}

/** Names are those of the latest segment that has them. */
function addNames(totals: Totals, segment: Session): void {
  totals.title = segment.title ?? totals.title;
  totals.model = segment.model ?? totals.model;
  totals.cwd = segment.cwd ?? totals.cwd;
  totals.provider = segment.provider ?? totals.provider;
  totals.project = projectOf(segment) ?? totals.project;
  totals.chat = segment.chat ?? totals.chat;
}

function projectOf({ gitRepoRoot, cwd }: Session): string | null {
  return trimmed(gitRepoRoot) ?? trimmed(cwd);
}

function trimmed(text: string | null): string | null {
  const rest = text?.trim();
  return rest === undefined || rest === '' ? null : rest;
}

/** Input, output and cached tokens; reasoning is part of output. */
function tokensOf(session: Session): number {
  return session.inputTokens + session.outputTokens + session.cacheReadTokens + session.cacheWriteTokens;
}

/** Runs of a schedule and of tools; spec: design §4, api §4 (cron ids). */
function isAutomation(session: Session): boolean {
  return session.source === 'cron' || session.source === 'tool' || session.id.startsWith('cron_');
}
