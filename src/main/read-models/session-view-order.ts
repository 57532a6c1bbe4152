import type { SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { costRank } from './cost.ts';

type Compare = (a: Conversation, b: Conversation) => number;

/** Titles by their letters in any script, numbers in them by value; untitled ones behind. */
export const titleCollator = new Intl.Collator('en', { numeric: true });

function descending(a: number | null, b: number | null): number {
  return (b ?? -Infinity) - (a ?? -Infinity) || 0;
}

const COMPARE: Readonly<Record<SessionSort, Compare>> = {
  activity: (a, b) => descending(a.lastActive, b.lastActive),
  started: (a, b) => descending(a.startedAt, b.startedAt),
  messages: (a, b) => b.messages - a.messages,
  tokens: (a, b) => b.tokens - a.tokens,
  cost: (a, b) => costRank(b.cost) - costRank(a.cost),
  title: compareNames,
};

/** Untitled ones behind, the most active first. */
function compareNames(a: Conversation, b: Conversation): number {
  if (a.title === null || b.title === null) {
    return a.title === b.title ? descending(a.lastActive, b.lastActive) : a.title === null ? 1 : -1;
  }
  return titleCollator.compare(a.title, b.title);
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
