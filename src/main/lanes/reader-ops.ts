import { isIndexPending } from '../read-models/conversation-index.ts';
import { conversationBodies, conversationLocate, conversationOpen } from '../read-models/conversation-open.ts';
import { databaseFacts } from '../read-models/database-facts.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import type { LaneContext } from './context.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {
  databaseFacts,
  indexPending: (context: LaneContext, _input: Readonly<Record<string, never>>) => isIndexPending(context),
  sessionsView,
  sessionsPage,
  conversationOpen,
  conversationLocate,
  conversationBodies,
} as const;
