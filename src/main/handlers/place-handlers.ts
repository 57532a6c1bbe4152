import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Finding one's way in a conversation: where reading stopped, prompts, failures, compactions. */
export function placeHandlers({ databases, places }: FileHandlerParts): AppHandlers['reading'] {
  return {
    enter: async (input, { signal }) => {
      const { library } = databases;
      const rootId = await library.read('conversationRoot', { sessionId: input.sessionId }, signal);
      const place = rootId === null ? null : places.recall(library.path, rootId);
      const messageId = input.messageId ?? place?.messageId ?? null;
      return { place, opened: await library.read('conversationEnter', { ...input, messageId }, signal) };
    },
    keepPlace: ({ rootId, place }) => {
      places.keep(databases.library.path, rootId, place);
      return {};
    },
    prompts: (input, { signal }) => databases.library.read('readingPrompts', input, signal),
    marks: (input, { signal }) => databases.library.read('readingMarks', input, signal),
    find: (input, { signal }) => databases.library.read('readingFind', input, signal),
    xray: (input, { signal }) => databases.library.read('readingXray', input, signal),
  };
}
