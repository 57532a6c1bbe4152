import type { SessionSort } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { costRank } from './cost.ts';
import { byRank, type Ranking } from './session-view-rank.ts';

/** The orders that go by a number. */
type NumberSort = Exclude<SessionSort, 'title'>;
type Compare = (a: Conversation, b: Conversation) => number;

let collator: Intl.Collator | null = null;

/** Compares titles by their letters in any script, numbers in them by value. Made when it is needed: that takes a while. */
export function titleCollator(): Intl.Collator {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator;
}

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
  return titleCollator().compare(a.title, b.title);
}

/** Equal rows: the newest start first, then by id, the greater first; spec: cases, order. */
function breakTie(a: Conversation, b: Conversation): number {
  return descending(a.startedAt, b.startedAt) || (a.tip.id < b.tip.id ? 1 : -1);
}

function comparing(sort: SessionSort): Compare {
  const compare = COMPARE[sort];
  return (a, b) => Number(b.pinned) - Number(a.pinned) || compare(a, b) || breakTie(a, b);
}

/** What the orders by a number go by. */
const RANKING: Readonly<Record<NumberSort, Ranking<Conversation>>> = {
  activity: { valueOf: ({ lastActive }) => lastActive ?? -Infinity },
  started: { valueOf: ({ startedAt }) => startedAt ?? -Infinity },
  messages: { valueOf: ({ messages }) => messages },
  tokens: { valueOf: ({ tokens }) => tokens },
  // Most differ by less than a dollar.
  cost: { valueOf: ({ cost }) => costRank(cost), scale: 10_000 },
};

/** What decides in every order between equal rows, as an order of its own. */
export function tieOrder(conversations: readonly Conversation[]): Conversation[] {
  return byRank(conversations, { ...RANKING.started, compareEqual: breakTie });
}

/**
 * A new list in the order of a number, pinned conversations first.
 *
 * @param base - the {@link tieOrder} of the conversations.
 */
export function byNumber(base: readonly Conversation[], sort: NumberSort): Conversation[] {
  return pinnedFirst(sort === 'started' ? base : byRank(base, RANKING[sort]));
}

/**
 * A new list in the order by title, pinned conversations first.
 *
 * @param base - the {@link tieOrder} of the conversations.
 * @param active - the same conversations by activity.
 * @param places - of each title among all; titles that are equal in the order share one.
 */
export function byTitle(
  base: readonly Conversation[],
  active: readonly Conversation[],
  places: ReadonlyMap<string, number>,
): Conversation[] {
  const titled = base.filter(({ title }) => title !== null);
  const untitled = active.filter(({ title }) => title === null);
  const valueOf = ({ title }: Conversation) => places.size - (places.get(title ?? '') ?? 0);
  return pinnedFirst([...byRank(titled, { valueOf }), ...untitled]);
}

function pinnedFirst(ordered: readonly Conversation[]): Conversation[] {
  const pinned = ordered.filter(conversation => conversation.pinned);
  return pinned.length === 0 ? [...ordered] : [...pinned, ...ordered.filter(conversation => !conversation.pinned)];
}

/** More than this are taken out in one walk over the list, fewer one by one. */
const FEW = 16;

/** An ordered list with some conversations replaced by newer states of them, each in its place. */
export function replacedInOrder(
  ordered: readonly Conversation[],
  sort: SessionSort,
  replaced: ReadonlyMap<Conversation, Conversation>,
): Conversation[] {
  return addedInOrder(without(ordered, replaced), sort, [...replaced.values()]);
}

function without(ordered: readonly Conversation[], gone: ReadonlyMap<Conversation, unknown>): Conversation[] {
  if (gone.size > FEW) return ordered.filter(conversation => !gone.has(conversation));
  const list = [...ordered];
  for (const conversation of gone.keys()) {
    const at = list.indexOf(conversation);
    if (at !== -1) list.splice(at, 1);
  }
  return list;
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
