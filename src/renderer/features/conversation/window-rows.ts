import { estimateHeight } from './estimate-height.ts';
import type { OpenConversation } from './queries.ts';
import { makeRows } from './reading-window-parts.ts';
import type { WindowRows } from './reading-window-parts.ts';

type Skeleton = OpenConversation['skeleton'];

/** What was made ahead, until a window takes it over. */
const ahead = new WeakMap<Skeleton, { readonly rows: WindowRows; readonly width: number }>();
/** Width of the text for which rows were last asked, in CSS pixels. */
let usualWidth = 720;

/**
 * The rows of a window over a conversation, with estimated heights.
 *
 * @param width - of the text in CSS pixels.
 */
export function windowRows(skeleton: Skeleton, width: number): WindowRows {
  usualWidth = width;
  const made = ahead.get(skeleton);
  ahead.delete(skeleton);
  return made?.width === width ? made.rows : estimatedRows(skeleton, width);
}

/** Makes the rows that a window will ask for: for 50,000 of them that is better done alone than with what follows. */
export function makeRowsAhead(skeleton: Skeleton): void {
  ahead.set(skeleton, { rows: estimatedRows(skeleton, usualWidth), width: usualWidth });
}

function estimatedRows({ ids, roles, flags, bytes }: Skeleton, width: number): WindowRows {
  const heights = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    heights[at] = estimateHeight(roles[at] ?? 0, flags[at] ?? 0, bytes[at] ?? 0, width);
  }
  return makeRows(ids, heights);
}
