import { conversationBodies, conversationLocate, conversationOpen } from '../read-models/conversation-open.ts';
import { databaseFacts } from '../read-models/database-facts.ts';
import { sessionDetails } from '../read-models/details.ts';
import { lineageFamily } from '../read-models/lineage.ts';
import { messageText, wholeMessageText } from '../read-models/message-text.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import { titleSearch } from '../read-models/title-search.ts';
import { usageTotals } from '../read-models/usage-totals.ts';

type NoInput = Readonly<Record<string, never>>;

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {
  conversationBodies,
  conversationLocate,
  conversationOpen,
  conversationCount: (context: LaneContext, _input: NoInput) => conversationIndex(context).conversations.length,
  databaseFacts,
  lineageFamily,
  messageText,
  sessionDetails,
  sessionsPage,
  sessionsView,
  titleSearch,
  usageTotals,
  wholeMessageText,
} as const;
