import { clipboard } from 'electron';
import type { AppHandlers } from '../../shared/contract/index.ts';
import type { HandlerParts } from './handler-parts.ts';

/** Everything that only reads the open database: lists, transcripts, search and figures. */
export function readingHandlers({
  databases,
}: HandlerParts): Pick<AppHandlers, 'sessions' | 'conversation' | 'search' | 'usage'> {
  return {
    sessions: {
      view: (input, { signal }) => databases.library.read('sessionsView', input, signal),
      page: (input, { signal }) => databases.library.read('sessionsPage', input, signal),
    },
    conversation: {
      open: (input, { signal }) => databases.library.read('conversationOpen', input, signal),
      locate: (input, { signal }) => databases.library.read('conversationLocate', input, signal),
      bodies: (input, { signal }) => databases.library.read('conversationBodies', input, signal),
      text: (input, { signal }) => databases.library.read('messageText', input, signal),
      copyMessage: async ({ messageId }, { signal }) => {
        const text = await databases.library.read('wholeMessageText', { messageId }, signal);
        await clipboard.writeText(text);
        return { length: text.length };
      },
      details: (input, { signal }) => databases.library.read('sessionDetails', input, signal),
      lineage: (input, { signal }) => databases.library.read('lineageFamily', input, signal),
    },
    search: {
      prepare: (_input, { signal }) => databases.library.search('prepareSearch', {}, signal),
      titles: (input, { signal }) => databases.library.read('titleSearch', input, signal),
      messages: (input, { signal }) => databases.library.search('searchMessages', input, signal),
    },
    usage: {
      totals: (input, { signal }) => databases.library.read('usageTotals', input, signal),
      dashboard: notThere,
      session: notThere,
    },
  };
}

function notThere(): never {
  throw new Error('not there');
}
