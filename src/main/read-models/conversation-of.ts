import type { ConversationRow } from '../../shared/contract/sessions.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { toRow } from './session-view-row.ts';

/** Segment ids of the conversation that holds a session, oldest first; empty for an unknown id. */
export function chainOf(index: ConversationIndex, sessionId: string): string[] {
  return index.conversationOf.get(sessionId)?.segments.map(segment => segment.id) ?? [];
}

/** Id of the last segment, the one that is shown and resumed; the id itself where it is unknown. */
export function tipOf(index: ConversationIndex, sessionId: string): string {
  return conversationIdOf(index, sessionId) ?? sessionId;
}

/** Id under which the list shows the conversation of a session; null for an unknown id. */
export function conversationIdOf(index: ConversationIndex, sessionId: string): string | null {
  return index.conversationOf.get(sessionId)?.tip.id ?? null;
}

/** The row of the conversation that holds a session, hidden in the list or not; null for an unknown id. */
export function rowOf(index: ConversationIndex, sessionId: string): ConversationRow | null {
  const conversation = index.conversationOf.get(sessionId);
  return conversation === undefined ? null : toRow(index, conversation);
}
