import type { SessionGroup, SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { costRank } from './cost.ts';

type Compare = (a: Conversation, b: Conversation) => number;

/** Titles by their letters in any script, numbers in them by value; untitled ones behind. */
const collator = new Intl.Collator('en', { numeric: true });

function descending(a: number | null, b: number | null): number {
  return (b ?? -Infinity) - (a ?? -Infinity) || 0;
}

const COMPARE: Readonly<Record<SessionSort, Compare>> = {
  activity: (a, b) => descending(a.lastActive, b.lastActive),
  started: (a, b) => descending(a.startedAt, b.startedAt),
  messages: (a, b) => b.messages - a.messages,
  tokens: (a, b) => b.tokens - a.tokens,
  cost: (a, b) => costRank(b.cost) - costRank(a.cost),
  title: compareTitles,
};

function compareTitles(a: Conversation, b: Conversation): number {
  if (a.title === null || b.title === null) {
    return a.title === b.title ? descending(a.lastActive, b.lastActive) : a.title === null ? 1 : -1;
  }
  return collator.compare(a.title, b.title);
}

/** Equal rows: the newest start first, then by id, the greater first; spec: cases, order. */
function breakTie(a: Conversation, b: Conversation): number {
  return descending(a.startedAt, b.startedAt) || (a.tip.id < b.tip.id ? 1 : -1);
}

function comparing(sort: SessionSort): Compare {
  const compare = COMPARE[sort];
  return (a, b) => Number(b.pinned) - Number(a.pinned) || compare(a, b) || breakTie(a, b);
}

/** A new list in the order of a sort, pinned conversations first. */
export function inOrder(conversations: readonly Conversation[], sort: SessionSort): Conversation[] {
  return [...conversations].sort(comparing(sort));
}

/** An ordered list with some conversations replaced by newer states of them, each in its place. */
export function replacedInOrder(
  ordered: readonly Conversation[],
  sort: SessionSort,
  replaced: ReadonlyMap<Conversation, Conversation>,
): Conversation[] {
  const others = ordered.filter(conversation => !replaced.has(conversation));
  return addedInOrder(others, sort, [...replaced.values()]);
}

/** An ordered list with more conversations, each in its place. */
export function addedInOrder(
  ordered: readonly Conversation[],
  sort: SessionSort,
  added: readonly Conversation[],
): Conversation[] {
  const compare = comparing(sort);
  const list = [...ordered];
  for (const next of added) list.splice(placeOf(list, next, compare), 0, next);
  return list;
}

function placeOf(list: readonly Conversation[], conversation: Conversation, compare: Compare): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = list[middle];
    if (other !== undefined && compare(other, conversation) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Runs of an ordered list: the pinned ones, then a run for each local day of the time that it is ordered by, the newest
 * first, then those without a time; one run where it is not ordered by time.
 */
export function groupsOf(ordered: readonly Conversation[], sort: SessionSort): SessionGroup[] {
  const groups: SessionGroup[] = [];
  const days = new LocalDays();
  let last: { key: string; start: number; count: number } | null = null;
  ordered.forEach((conversation, at) => {
    const key = conversation.pinned ? 'pinned' : keyOf(conversation, sort, days);
    if (last?.key === key) last.count += 1;
    else groups.push((last = { key, start: at, count: 1 }));
  });
  return groups;
}

function keyOf(conversation: Conversation, sort: SessionSort, days: LocalDays): string {
  if (sort !== 'activity' && sort !== 'started') return 'all';
  const time = sort === 'activity' ? conversation.lastActive : conversation.startedAt;
  return time === null ? 'unknown' : days.of(time);
}

/** Names local days; neighbours in an ordered list mostly share one. */
class LocalDays {
  #from = 0;
  #to = 0;
  #key = '';

  of(seconds: number): string {
    if (seconds >= this.#from && seconds < this.#to) return this.#key;
    const date = new Date(seconds * 1000);
    const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
    this.#from = new Date(year, month, day).getTime() / 1000;
    this.#to = new Date(year, month, day + 1).getTime() / 1000;
    this.#key = `${String(year)}-${pad(month + 1)}-${pad(day)}`;
    return this.#key;
  }
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
