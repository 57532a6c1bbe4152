import type { AppHandlers } from '../../shared/contract/index.ts';
import type { FileHandlerParts } from './handler-parts.ts';

/** Subagents of calls, and what rows hold beside what the conversation shows of them. */
export function delegationHandlers({ databases }: FileHandlerParts): AppHandlers['delegation'] {
  return {
    subagents: (input, { signal }) => databases.library.read('delegationSubagents', input, signal),
    messageColumns: (input, { signal }) => databases.library.read('messageColumns', input, signal),
    sessionText: (input, { signal }) => databases.library.read('sessionText', input, signal),
  };
}
