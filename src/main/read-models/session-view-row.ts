import type { ConversationRow } from '../../shared/contract/sessions.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import { endReasonOf, isStaleOpen } from './conversation-traits.ts';
import { isName, labelOf } from './label.ts';

/** Seconds without activity after which an open session does not count as live. */
const LIVE_SECONDS = 300;

/** Open, and active within the last five minutes. */
export function isLive(session: { readonly ended: boolean }, lastActive: number | null, now: number): boolean {
  return !session.ended && lastActive !== null && Math.abs(now - lastActive) <= LIVE_SECONDS;
}

/** The name of a conversation; its opening words are read for it where it has no title. */
export function conversationLabel(index: ConversationIndex, conversation: Conversation): string {
  const { title, tip } = conversation;
  return labelOf({ title, preview: isName(title) ? '' : index.previews.of(conversation, true), session: tip });
}

/** How a row stands in a view. */
export interface RowPlace {
  /** 0 for a row of the view, 1 and more for one inside another. */
  readonly depth: number;
  readonly expanded: boolean;
  /** How many are shown inside it when it is expanded. */
  readonly nested: number;
}

/** A conversation as the list shows it. Reads its opening words. */
export function toRow(
  index: ConversationIndex,
  conversation: Conversation,
  place: RowPlace = { depth: 0, expanded: false, nested: conversation.nested },
): ConversationRow {
  const { root, tip, segments, title } = conversation;
  const preview = index.previews.of(conversation, true);
  return {
    id: tip.id,
    rootId: root.id,
    segments: segments.length,
    title: tip.title,
    label: labelOf({ title, preview, session: tip }),
    preview,
    source: conversation.source,
    model: conversation.model,
    cwd: conversation.cwd,
    startedAt: conversation.startedAt,
    lastActive: conversation.lastActive,
    messages: conversation.messages,
    toolCalls: conversation.toolCalls,
    tokens: conversation.tokens,
    cost: conversation.cost,
    open: !tip.ended,
    live: isLive(tip, conversation.lastActive, index.now()),
    pinned: conversation.pinned,
    archived: conversation.archived,
    earlierArchived: conversation.earlierArchived,
    subagents: conversation.subagents,
    branches: conversation.branches,
    provider: conversation.provider,
    endReason: endReasonOf(conversation),
    project: conversation.project,
    staleOpen: isStaleOpen(conversation, index.now()),
    job: conversation.job,
    chat: conversation.chat,
    ...place,
    profile: null,
  };
}
