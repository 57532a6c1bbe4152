import type { AppHandlers } from '../../shared/contract/index.ts';
import { idsOfLineage, renameLineage } from '../../shared/lineage-table.ts';
import type { MergedParts } from './merged-parts.ts';

/** What of a conversation comes packed, so that its ids are not found by their names. */
export function mergedConversation({ book, handlersOf }: MergedParts): Pick<AppHandlers['conversation'], 'lineage'> {
  return {
    lineage: async ({ sessionId }, context) => {
      const { profile, id } = await book.find(sessionId, context.signal);
      const { table, ...answer } = await handlersOf(profile).conversation.lineage({ sessionId: id }, context);
      const rename = await book.rename(profile, idsOfLineage(table), context.signal);
      return {
        ...(await book.addressed(profile, answer, context.signal)),
        table: rename === null ? table : { ...table, words: renameLineage(table, rename) },
      };
    },
  };
}
