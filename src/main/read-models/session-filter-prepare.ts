import type { LaneContext } from '../lanes/context.ts';
import { conversationIndex } from './conversation-index.ts';
import { matchesFilter, type Needle } from './session-filter.ts';

/** Milliseconds of one piece of it. */
const PIECE_MS = 40;
/** Is in no name and in no preview, so that every one of them is read and folded. */
const NOWHERE: readonly Needle[] = [{ plain: '\u{10ffff}', bare: '' }];

/**
 * Reads names and previews as a filter text has them compared, for a while.
 *
 * @returns where to go on; null where nothing is left.
 */
export function filterPreparing(
  context: LaneContext,
  { from }: { readonly from: number },
): { readonly next: number | null } {
  const index = conversationIndex(context);
  const until = performance.now() + PIECE_MS;
  let at = from;
  for (; at < index.conversations.length; at += 1) {
    const conversation = index.conversations[at];
    if (at > from && performance.now() > until) return { next: at };
    if (conversation !== undefined) matchesFilter(index, conversation, NOWHERE);
  }
  return { next: null };
}
