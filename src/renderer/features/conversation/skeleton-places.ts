import type { Compaction, Segment } from '../../../shared/contract/conversation.ts';
import { MESSAGE_FLAG, ROLES } from '../../../shared/message-flags.ts';
import { shortDay } from '../../app/format.ts';
import type { OpenConversation } from './queries.ts';

type Skeleton = OpenConversation['skeleton'];

const USER = ROLES.indexOf('user');

/** Index of the segment that holds an item; the last one that begins at or before it. */
export function segmentAt(segments: readonly Segment[], item: number): number {
  const at = segments.findLastIndex(segment => segment.start <= item && segment.count > 0);
  return Math.max(0, at);
}

/** The compactions whose boundaries are drawn above an item. */
export function boundariesAt(compactions: readonly Compaction[], item: number): readonly Compaction[] {
  return compactions.filter(compaction => compaction.index === item);
}

/** Compactions after the last item: nothing was said since. */
export function emptyTail(compactions: readonly Compaction[], count: number): readonly Compaction[] {
  return compactions.filter(compaction => compaction.index >= count);
}

const NOT_PROMPT = MESSAGE_FLAG.bookkeeping | MESSAGE_FLAG.event | MESSAGE_FLAG.observed | MESSAGE_FLAG.summary;

/** True for what the user said to the agent: no summary, nothing overheard, no event. */
function isPrompt({ roles, flags }: Skeleton, item: number): boolean {
  return roles[item] === USER && ((flags[item] ?? 0) & NOT_PROMPT) === 0;
}

/** Indexes of the user's prompts, ascending. */
export function promptsOf(skeleton: Skeleton): number[] {
  const prompts: number[] = [];
  for (let at = 0; at < skeleton.ids.length; at += 1) if (isPrompt(skeleton, at)) prompts.push(at);
  return prompts;
}

/** True where the user prompted at least so often. */
export function hasPrompts(skeleton: Skeleton, count: number): boolean {
  let left = count;
  for (let at = 0; at < skeleton.ids.length && left > 0; at += 1) if (isPrompt(skeleton, at)) left -= 1;
  return left <= 0;
}

/** The user's next prompt after an item, or the one before it (`step` -1); -1 where there is none. */
export function promptFrom(skeleton: Skeleton, item: number, step: 1 | -1): number {
  for (let at = item + step; at >= 0 && at < skeleton.ids.length; at += step) {
    if (isPrompt(skeleton, at)) return at;
  }
  return -1;
}

/**
 * The first item from a day on.
 *
 * @param from - when the day begins, in seconds.
 * @returns an item of the day itself, else the earliest later one in time; -1 where all are older.
 */
export function itemOfDay(timestamps: Float64Array, from: number, until: number): number {
  let later = -1;
  for (let at = 0; at < timestamps.length; at += 1) {
    const time = timestamps[at] ?? Number.NaN;
    if (time >= from && time < until) return at;
    if (time >= until && (later === -1 || time < (timestamps[later] ?? 0))) later = at;
  }
  return later;
}

/** The day of an item, where it is not that of the item before it; null elsewhere and where the time is not known. */
export function newDay(timestamps: Float64Array, item: number, now: number): string | null {
  const time = timestamps[item] ?? Number.NaN;
  if (Number.isNaN(time)) return null;
  const day = shortDay(time, now);
  const before = item === 0 ? Number.NaN : (timestamps[item - 1] ?? Number.NaN);
  return Number.isNaN(before) || shortDay(before, now) !== day ? day : null;
}
