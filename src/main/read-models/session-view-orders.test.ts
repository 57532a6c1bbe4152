import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionSort } from '../../shared/contract/sessions.ts';
import { buildConversations, type Conversation } from './conversation-index-build.ts';
import { costRank } from './cost.ts';
import { linkFamilies } from './edges-family.ts';
import type { Session } from './edges.ts';
import { SessionOrders } from './session-view-orders.ts';

const SORTS = ['activity', 'started', 'messages', 'tokens', 'cost', 'title'] as const satisfies SessionSort[];

const SESSION: Session = {
  rowid: 0,
  id: '',
  parentId: null,
  source: 'cli',
  model: null,
  title: null,
  cwd: null,
  gitRepoRoot: null,
  endReason: null,
  startedAt: null,
  endedAt: null,
  storedStart: Number.NaN,
  storedEnd: Number.NaN,
  ended: false,
  messages: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  apiCalls: 0,
  provider: null,
  chat: null,
  cost: { state: 'unknown', usd: 0 },
  oddValues: 0,
  archived: false,
  pinned: false,
  rewinds: 0,
  branchedFrom: null,
  delegateFrom: null,
  resetFrom: null,
  activity: null,
};

/** Many that are equal, many in one second, the bounds of what is a time. */
const time = fc.option(
  fc.oneof(
    fc.constantFrom(946_684_800, 1_787_000_000, 1_787_000_000.25, 4_102_444_800),
    fc.nat(3).map(at => 1_787_000_000 + at),
    fc.double({ min: 1_787_000_000, max: 1_787_000_002, noNaN: true }),
  ),
);
const counter = fc.oneof(fc.nat(3), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 1e12), fc.nat());
const usd = fc.oneof(
  fc.constantFrom(0, 0.000_01, 0.000_02, 5, 1e9, 429_497, 429_498),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const title = fc.option(
  fc.oneof(
    fc.constantFrom('a', 'A', 'b', 'a 2', 'a 10', 'a 02', 'é', 'e\u0301', 'ä', 'z', 'Ж', '日本', '#1', '_'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }),
  ),
);

const rows = fc
  .array(
    fc.record({
      startedAt: time,
      activity: time,
      messages: counter,
      inputTokens: counter,
      outputTokens: counter,
      cost: fc.record({ state: fc.constantFrom('actual', 'included', 'estimated', 'unknown'), usd }),
      pinned: fc.constantFrom(false, false, true),
      title,
    }),
    { maxLength: 60 },
  )
  .chain(made =>
    fc
      .shuffledSubarray(
        made.map((_, at) => `id ${String(at)}`),
        { minLength: made.length },
      )
      .map(ids => made.map((row, at): Session => ({ ...SESSION, ...row, rowid: at + 1, id: ids[at] ?? '' }))),
  );

const collator = new Intl.Collator('en', { numeric: true });
const descending = (a: number | null, b: number | null) => (a === b ? 0 : (a ?? -Infinity) > (b ?? -Infinity) ? -1 : 1);

function difference(a: Conversation, b: Conversation, sort: SessionSort): number {
  switch (sort) {
    case 'activity':
      return descending(a.lastActive, b.lastActive);
    case 'started':
      return descending(a.startedAt, b.startedAt);
    case 'cost':
      return descending(costRank(a.cost), costRank(b.cost));
    case 'title':
      if (a.title === null || b.title === null) {
        if (a.title !== b.title) return a.title === null ? 1 : -1;
        return descending(a.lastActive, b.lastActive);
      }
      return collator.compare(a.title, b.title);
    default:
      return descending(a[sort], b[sort]);
  }
}

/** The order as it is defined, pair by pair. */
function defined(conversations: readonly Conversation[], sort: SessionSort): Conversation[] {
  return [...conversations].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      difference(a, b, sort) ||
      descending(a.startedAt, b.startedAt) ||
      (a.tip.id < b.tip.id ? 1 : -1),
  );
}

const conversationsOf = (sessions: readonly Session[]) => buildConversations(linkFamilies(sessions).nodes);
const ids = (ordered: readonly Conversation[] | undefined) => ordered?.map(({ tip }) => tip.id);

describe('the orders of conversations', () => {
  it('are those that are defined, whatever is equal, missing or out of bounds', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...SORTS), fc.nat(12), (sessions, sort, steps) => {
        const conversations = conversationsOf(sessions);
        const orders = new SessionOrders(conversations);
        for (let at = 0; at < steps; at += 1) orders.step();
        expect(ids(orders.of(sort))).toEqual(ids(defined(conversations, sort)));
      }),
      { numRuns: 400 },
    );
  });

  it('are the same after a reading that found other rows', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const earlier = new SessionOrders(conversationsOf(before));
        earlier.of('title');
        const conversations = conversationsOf(after);
        const orders = earlier.anew(conversations);
        for (const sort of SORTS) expect(ids(orders.of(sort))).toEqual(ids(defined(conversations, sort)));
      }),
      { numRuns: 100 },
    );
  });

  it('are the same where many rows changed and many came', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat(60), (before, after, kept) => {
        const known = before.map((session, at) => ({ ...session, id: `old ${String(at)}` }));
        const conversations = conversationsOf(known);
        const orders = new SessionOrders(conversations);
        while (orders.step());
        const changed = conversationsOf(
          known.map((session, at) => (at < kept ? session : { ...session, ...(after[at] ?? {}), id: session.id })),
        );
        const pairs = conversations.flatMap((conversation, at) => {
          const now = changed[at];
          return at < kept || now === undefined ? [] : [[conversation, now] as const];
        });
        const replaced = conversations.map((conversation, at) =>
          at < kept ? conversation : (changed[at] ?? conversation),
        );
        const added = buildConversations(linkFamilies(after).nodes, replaced.length);
        const followed = orders.replaced(replaced, new Map(pairs)).added([...replaced, ...added], added);
        for (const sort of SORTS) {
          expect(ids(followed.get(sort)), sort).toEqual(ids(defined([...replaced, ...added], sort)));
        }
      }),
      { numRuns: 100 },
    );
  });

  /** More titles than one step sorts. */
  const many = () =>
    conversationsOf(
      Array.from({ length: 5000 }, (_, at) => ({
        ...SESSION,
        rowid: at + 1,
        id: `id ${String(at)}`,
        startedAt: 1_787_000_000 + ((at * 7919) % 5000),
        title: `title ${String((at * 104_729) % 5000)}`,
      })),
    );

  it('are all there after enough small steps, and then there is nothing left to do', () => {
    const conversations = many();
    const orders = new SessionOrders(conversations);
    let steps = 1;
    while (orders.step()) steps += 1;
    // No step does everything.
    expect(steps).toBeGreaterThan(20);
    for (const sort of SORTS) expect(ids(orders.get(sort))).toEqual(ids(defined(conversations, sort)));
    expect(orders.step()).toBe(false);
  });

  it('are right wherever the steps are broken off', () => {
    const conversations = many();
    const expected = ids(defined(conversations, 'title'));
    for (let stop = 0; stop < 40; stop += 3) {
      const orders = new SessionOrders(conversations);
      for (let at = 0; at < stop; at += 1) orders.step();
      expect(ids(orders.of('title')), String(stop)).toEqual(expected);
    }
  });
});
