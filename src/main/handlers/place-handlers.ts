import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Finding one's way in a conversation: where reading stopped, prompts, failures, compactions. */
export function placeHandlers({ databases, places }: FileHandlerParts): AppHandlers['reading'] {
  return {
    enter: async (input, { signal }) => {
      const { library } = databases;
      const enter = (messageId: number | null) => library.read('conversationEnter', { ...input, messageId }, signal);
      // Where reading stopped does not matter to whoever asks for a message.
      if (input.messageId !== null) return { place: null, opened: await enter(input.messageId) };
      const rootId = await library.read('conversationRoot', { sessionId: input.sessionId }, signal);
      const place = rootId === null ? null : places.recall(library.path, rootId);
      return { place, opened: await enter(place?.messageId ?? null) };
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
