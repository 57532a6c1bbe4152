import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex, isIndexPending } from './conversation-index.ts';

type NoInput = Readonly<Record<string, never>>;

/** How many conversations the file has, rows that belong to others left out. Makes the index where it is not there yet. */
export function conversationCount(context: LaneContext, _input: NoInput): number {
  return conversationIndex(context).listed;
}

/** True where rows may have changed that the index has not looked at again; see `isIndexPending`. */
export function indexPending(context: LaneContext, _input: NoInput): boolean {
  return isIndexPending(context);
}
