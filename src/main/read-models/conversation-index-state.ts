import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex, currentIndex, loadedIndex } from './conversation-index.ts';

type NoInput = Readonly<Record<string, never>>;

/**
 * How many conversations the file has, rows that belong to others left out. Makes the index where it is not there yet,
 * and the order that a list begins with: this is asked at the start, while the window is still being made.
 */
export function conversationCount(context: LaneContext, _input: NoInput): number {
  const { listed, orders } = conversationIndex(context);
  orders.of('activity');
  return listed;
}

/**
 * Looks at what may have changed since the index last looked, itself: nobody else may ask for rows any more. False once
 * everything that was asked for last was of the file as it is.
 */
export function indexPending(context: LaneContext, _input: NoInput): boolean {
  if (loadedIndex(context.store) === null || currentIndex(context.store) !== null) return false;
  conversationIndex(context);
  return true;
}
