import { isIndexPending } from '../read-models/conversation-index.ts';
import { conversationBodies, conversationLocate, conversationOpen } from '../read-models/conversation-open.ts';
import { databaseFacts } from '../read-models/database-facts.ts';
import { lineageFamily } from '../read-models/lineage.ts';
import { sessionDetails } from '../read-models/details.ts';
import { messageText, wholeMessageText } from '../read-models/message-text.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import { titleSearch } from '../read-models/title-search.ts';
import { usageTotals } from '../read-models/usage-totals.ts';
import type { LaneContext } from './context.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {
  conversationBodies,
  conversationLocate,
  conversationOpen,
  messageText,
  sessionDetails,
  wholeMessageText,
  databaseFacts,
  indexPending: (context: LaneContext, _input: Readonly<Record<string, never>>) => isIndexPending(context),
  lineageFamily,
  sessionsPage,
  sessionsView,
  titleSearch,
  usageTotals,
} as const;
