import { conversationCount, indexPending } from '../read-models/conversation-index-state.ts';
import { conversationBodies, conversationLocate, conversationOpen } from '../read-models/conversation-open.ts';
import { databaseFacts } from '../read-models/database-facts.ts';
import { sessionDetails } from '../read-models/details.ts';
import { lineageFamily } from '../read-models/lineage.ts';
import { messageText, wholeMessageText } from '../read-models/message-text.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import { titleSearch } from '../read-models/title-search.ts';
import { usageCounting, usageDashboard, usageTotals } from '../read-models/usage-answers.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {
  conversationBodies,
  conversationCount,
  conversationLocate,
  conversationOpen,
  databaseFacts,
  indexPending,
  lineageFamily,
  messageText,
  sessionDetails,
  sessionsPage,
  sessionsView,
  titleSearch,
  usageCounting,
  usageDashboard,
  usageTotals,
  wholeMessageText,
} as const;
