import { MESSAGE_FLAG, ROLES } from '../../../shared/message-flags.ts';

const LINE = 21;
const CHARACTER = 6.6;
const MARGINS = 16;
const SMALL_LINE = 26;
/** Long texts come clipped, and tool results stand folded: more than this is rare. */
const MOST_LINES = 60;
const MOST_TOOL_LINES = 14;

/**
 * Height of an item in CSS pixels before it has been measured, from what the skeleton knows of it.
 *
 * @param width - width of the text in pixels.
 */
export function estimateHeight(role: number, flags: number, bytes: number, width: number): number {
  if ((flags & (MESSAGE_FLAG.event | MESSAGE_FLAG.bookkeeping)) !== 0) return SMALL_LINE;
  const lines = Math.max(1, Math.ceil((bytes * CHARACTER) / Math.max(200, width)));
  const most = ROLES[role] === 'user' ? MOST_LINES : MOST_TOOL_LINES;
  return MARGINS + Math.min(lines, most) * LINE;
}
