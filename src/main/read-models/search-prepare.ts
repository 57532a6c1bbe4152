import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { sideIndex } from './search-side-index.ts';

/**
 * Makes what the first search of a file would have to wait for. What was made stays when the request is cancelled,
 * which the first real search does.
 *
 * @throws AppError `cancelled`.
 */
export const prepareSearch: LaneOp<Readonly<Record<string, never>>, Record<string, never>> = context => {
  conversationIndex(context);
  sideIndex(context).extend(context);
  return {};
};
