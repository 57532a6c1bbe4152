import { conversationCount, indexPending } from '../read-models/conversation-index-state.ts';
import {
  conversationBodies,
  conversationLocate,
  conversationEnter,
  conversationOpen,
  conversationRoot,
} from '../read-models/conversation-open.ts';
import { databaseFacts } from '../read-models/database-facts.ts';
import { delegationSubagents } from '../read-models/delegation.ts';
import { messageColumns, sessionText } from '../read-models/details-texts.ts';
import { sessionDetails } from '../read-models/details.ts';
import { knownSessions } from '../read-models/known-sessions.ts';
import { lineageCounting, lineageFamily } from '../read-models/lineage.ts';
import { messageText, wholeMessageText } from '../read-models/message-text.ts';
import { readingFind } from '../read-models/reading-find.ts';
import { readingMarks } from '../read-models/reading-marks.ts';
import { readingPrompts } from '../read-models/reading-prompts.ts';
import { readingXray } from '../read-models/reading-xray.ts';
import { chainsOfScope, idsOfView } from '../read-models/scope-chains.ts';
import { filterPreparing } from '../read-models/session-filter-prepare.ts';
import { sessionsRanked, sessionsWhere } from '../read-models/session-view-where.ts';
import { sessionKeys, sessionRowsAt } from '../read-models/session-view-keys.ts';
import { sessionsPage, sessionsView } from '../read-models/session-view.ts';
import { sessionsNamed, sessionsNamedIn } from '../read-models/sessions-named.ts';
import { titleSearch } from '../read-models/title-search.ts';
import { usageCounting, usageDashboard, usageTotals } from '../read-models/usage-answers.ts';
import { sessionUsage } from '../read-models/usage-session.ts';

/** Operations of the reader lane: short reads for lists, transcripts, lineage and usage. */
export const readerOps = {
  chainsOfScope,
  conversationBodies,
  conversationCount,
  conversationLocate,
  conversationEnter,
  conversationOpen,
  conversationRoot,
  databaseFacts,
  filterPreparing,
  delegationSubagents,
  idsOfView,
  indexPending,
  knownSessions,
  lineageCounting,
  lineageFamily,
  messageColumns,
  messageText,
  readingFind,
  readingMarks,
  readingPrompts,
  readingXray,
  sessionDetails,
  sessionText,
  sessionKeys,
  sessionRowsAt,
  sessionUsage,
  sessionsNamed,
  sessionsNamedIn,
  sessionsPage,
  sessionsView,
  sessionsRanked,
  sessionsWhere,
  titleSearch,
  usageCounting,
  usageDashboard,
  usageTotals,
  wholeMessageText,
} as const;
