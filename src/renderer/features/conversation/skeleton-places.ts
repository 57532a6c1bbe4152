import type { Segment } from '../../../shared/contract/conversation.ts';
import { ROLES } from '../../../shared/message-flags.ts';
import { shortDay } from '../../app/format.ts';
import { estimateHeight } from './estimate-height.ts';
import type { OpenConversation } from './queries.ts';
import type { WindowRows } from './reading-window.ts';

type Skeleton = OpenConversation['skeleton'];

const USER = ROLES.indexOf('user');

/** Ids and estimated heights of all items. */
export function windowRows(skeleton: Skeleton, width: number): WindowRows {
  const { ids, roles, flags, bytes } = skeleton;
  const heights = new Float64Array(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    heights[at] = estimateHeight({ role: roles[at] ?? 0, flags: flags[at] ?? 0, bytes: bytes[at] ?? 0 }, width);
  }
  return { ids, heights };
}

/** Index of the segment that holds an item; the last one that begins at or before it. */
export function segmentAt(segments: readonly Segment[], item: number): number {
  const at = segments.findLastIndex(segment => segment.start <= item && segment.count > 0);
  return Math.max(0, at);
}

/** The segments that begin at an item, but the first one: their boundaries are drawn above it. */
export function boundariesAt(segments: readonly Segment[], item: number): readonly Segment[] {
  return segments.slice(1).filter(segment => segment.start === item);
}

/** Segments after the last item: compressed, and nothing said since. */
export function emptyTail(segments: readonly Segment[], count: number): readonly Segment[] {
  return segments.slice(1).filter(segment => segment.start >= count);
}

/** The user's next prompt after an item, or the one before it (`step` -1); -1 where there is none. */
export function promptFrom(skeleton: Skeleton, item: number, step: 1 | -1): number {
  for (let at = item + step; at >= 0 && at < skeleton.ids.length; at += step) {
    if (skeleton.roles[at] === USER) return at;
  }
  return -1;
}

/** The day of an item, where it is not that of the item before it; null elsewhere and where the time is not known. */
export function newDay(timestamps: Float64Array, item: number, now: number): string | null {
  const time = timestamps[item] ?? Number.NaN;
  if (Number.isNaN(time)) return null;
  const day = shortDay(time, now);
  const before = item === 0 ? Number.NaN : (timestamps[item - 1] ?? Number.NaN);
  return Number.isNaN(before) || shortDay(before, now) !== day ? day : null;
}
