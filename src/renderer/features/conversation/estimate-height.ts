import { MESSAGE_FLAG, ROLES } from '../../../shared/message-flags.ts';

const LINE = 21;
const CHARACTER = 6.6;
const MARGINS = 16;
const SMALL_LINE = 26;
/** Long texts come clipped, and tool results stand folded: more than this is rare. */
const MOST_LINES = 60;
const MOST_TOOL_LINES = 14;

/** What the skeleton knows of an item. */
export interface ItemFacts {
  readonly role: number;
  readonly flags: number;
  readonly bytes: number;
}

/**
 * Height of an item in CSS pixels before it has been measured, from its role and size.
 *
 * @param width - width of the text in pixels.
 */
export function estimateHeight(item: ItemFacts, width: number): number {
  if ((item.flags & (MESSAGE_FLAG.event | MESSAGE_FLAG.bookkeeping)) !== 0) return SMALL_LINE;
  const lines = Math.max(1, Math.ceil((item.bytes * CHARACTER) / Math.max(200, width)));
  const most = ROLES[item.role] === 'user' ? MOST_LINES : MOST_TOOL_LINES;
  return MARGINS + Math.min(lines, most) * LINE;
}
