import type { EdgeKind } from '../../shared/contract/conversation.ts';
import type { CostSummary } from '../../shared/contract/sessions.ts';
import { jobOf } from './conversation-traits.ts';
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
  /** Of a scheduled run; null for any other. */
  readonly job: string | null;
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

/** A conversation under construction. */
type Draft = { -readonly [K in keyof Conversation]: Conversation[K] } & {
  readonly segments: Session[];
  readonly cost: MutableCostSummary;
};

/** The chain that begins at a node, with its totals; its nodes know it from then on. */
export function toConversation(head: SessionNode, place: number): Conversation {
  const draft = draftOf(head, place);
  // One walk and no closures: this runs over every session before the first list can be shown.
  for (let node: SessionNode | null = head; node !== null; node = node.continuation) {
    if (node !== head) draft.segments.push(node.session);
    addSegment(draft, node.session);
    for (const { kind } of node.children) {
      if (kind === 'branch') draft.branches += 1;
      else if (kind === 'delegate' || kind === 'unknown') draft.nested += 1;
      if (kind === 'delegate') draft.subagents += 1;
    }
    node.conversation = draft;
  }
  draft.archived = draft.tip.archived;
  if (draft.archived) draft.earlierArchived = false;
  return draft;
}

/** What lists are filtered, parted and sorted by comes first, so that it lies together in memory. */
function draftOf({ session: root, kind }: SessionNode, place: number): Draft {
  return {
    place,
    pinned: false,
    automation: isAutomation(root),
    source: root.source,
    model: null,
    project: null,
    job: jobOf(root),
    lastActive: null,
    startedAt: root.startedAt,
    root,
    tip: root,
    hidden: hiddenReason(kind),
    archived: false,
    provider: null,
    subagents: 0,
    title: null,
    messages: 0,
    tokens: 0,
    cost: emptyCost(),
    segments: [root],
    kind,
    cwd: null,
    chat: null,
    toolCalls: 0,
    earlierArchived: false,
    branches: 0,
    nested: 0,
  };
}

function addSegment(draft: Draft, segment: Session): void {
  draft.tip = segment;
  addNames(draft, segment);
  const { activity } = segment;
  if (activity !== null && (draft.lastActive === null || activity > draft.lastActive)) draft.lastActive = activity;
  draft.messages += segment.messages;
  draft.toolCalls += segment.toolCalls;
  draft.tokens += tokensOf(segment);
  addCost(draft.cost, segment.cost);
  // A continuation does not inherit the flag, and unpinning clears the whole chain: spec: api §1, §11.
  draft.pinned ||= segment.pinned;
  draft.earlierArchived ||= segment.archived;
}

/** Names are those of the latest segment that has them. */
function addNames(draft: Draft, segment: Session): void {
  draft.title = segment.title ?? draft.title;
  draft.model = segment.model ?? draft.model;
  draft.cwd = segment.cwd ?? draft.cwd;
  draft.provider = segment.provider ?? draft.provider;
  draft.project = projectOf(segment) ?? draft.project;
  draft.chat = segment.chat ?? draft.chat;
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
