import { clipboard } from 'electron';
import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Everything that only reads the open database: lists, transcripts, search and figures. */
export function readingHandlers({
  databases,
}: FileHandlerParts): Pick<AppHandlers, 'sessions' | 'conversation' | 'search' | 'usage'> {
  return {
    sessions: {
      view: (input, { signal }) => databases.library.read('sessionsView', input, signal),
      page: (input, { signal }) => databases.library.read('sessionsPage', input, signal),
      where: (input, { signal }) => databases.library.read('sessionsWhere', input, signal),
      prepareFilter: async (_input, { signal }) => {
        for (let from: number | null = 0; from !== null;) {
          const { next }: { next: number | null } = await databases.library.read('filterPreparing', { from }, signal);
          from = next;
        }
        return {};
      },
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
      lineage: async (input, { signal }) => {
        await untilCounted(() => databases.library.read('lineageCounting', input, signal));
        return databases.library.read('lineageFamily', input, signal);
      },
    },
    search: {
      prepare: (_input, { signal }) => databases.library.search('prepareSearch', {}, signal),
      titles: (input, { signal }) => databases.library.read('titleSearch', input, signal),
      messages: (input, { signal }) => databases.library.search('searchMessages', input, signal),
    },
    usage: {
      totals: async (input, { signal }) => {
        await untilCounted(() => databases.library.read('usageCounting', EVERYTHING, signal));
        return databases.library.read('usageTotals', input, signal);
      },
      dashboard: async (input, { signal }) => {
        await untilCounted(() => databases.library.read('usageCounting', input, signal));
        return databases.library.read('usageDashboard', input, signal);
      },
      session: (input, { signal }) => databases.library.read('sessionUsage', input, signal),
    },
  };
}

const EVERYTHING = { filter: { range: { kind: 'all' as const }, sources: [], models: [] }, zone: null };

/** Messages are counted in pieces: other requests get their turn between them. */
async function untilCounted(count: () => Promise<{ readonly left: number }>): Promise<void> {
  let { left } = await count();
  while (left > 0) ({ left } = await count());
}
