import type { AppHandlers } from '../../shared/contract/index.ts';
import type { HitGroup, SearchSort } from '../../shared/contract/search.ts';
import { inTurn } from './in-turn.ts';
import type { MergedParts } from './merged-parts.ts';

/** Conversations that are named at once; more are only counted. */
const MAX_TITLES = 50;

/**
 * Search in several profiles. By time the results of all are in one order; by relevance the best of each profile come
 * first, then the second best of each, because how well they fit is known within a profile only.
 */
export function mergedSearch({ profiles, book }: MergedParts): AppHandlers['search'] {
  return {
    prepare: async (_input, { signal }) => {
      await Promise.all(profiles.readable.map(({ file }) => file.library.search('prepareSearch', {}, signal)));
      return {};
    },
    titles: async (input, { signal }) => {
      const answers = await Promise.all(
        profiles.readable.map(async profile => {
          const { library } = profile.file;
          const answer = await profiles.ask(profile, () => library.read('titleSearch', input, signal));
          const { conversations, total } = await book.addressed(profile, answer, signal);
          return { total, conversations: conversations.map(each => ({ ...each, profile: profile.key })) };
        }),
      );
      const lists = answers.map(({ conversations }) => conversations);
      const conversations = inOrder(lists, input.sort, ({ lastActive }) => lastActive).slice(0, MAX_TITLES);
      return { conversations, total: sum(answers.map(({ total }) => total)) };
    },
    messages: async (input, { signal }) => {
      const answers = await Promise.all(
        profiles.readable.map(async profile => {
          const { library } = profile.file;
          const answer = await profiles.ask(profile, () => library.search('searchMessages', input, signal));
          const { groups, ...counts } = await book.addressed(profile, answer, signal);
          return { ...counts, groups: groups.map(group => ({ ...group, profile: profile.key })) };
        }),
      );
      const lists = answers.map(({ groups }) => groups);
      const ordered = inOrder(lists, input.sort, ({ hits }) => hits[0]?.timestamp ?? null);
      return {
        groups: firstHits(ordered, input.limit),
        hits: sum(answers.map(({ hits }) => hits)),
        conversations: sum(answers.map(({ conversations }) => conversations)),
        notices: [...new Set(answers.flatMap(({ notices }) => notices))],
        tookMs: Math.max(0, ...answers.map(({ tookMs }) => tookMs)),
      };
    },
  };
}

/** Lists that are each in the order of a sort, as one. */
function inOrder<T>(lists: readonly (readonly T[])[], sort: SearchSort, timeOf: (result: T) => number | null): T[] {
  const all = inTurn(lists);
  if (sort === 'relevance') return all;
  const sign = sort === 'newest' ? -1 : 1;
  return all.sort((a, b) => sign * ((timeOf(a) ?? 0) - (timeOf(b) ?? 0)));
}

/** Groups with at most `limit` hits in all; each keeps its count. */
function firstHits(groups: readonly HitGroup[], limit: number): HitGroup[] {
  let left = limit;
  return groups.flatMap(group => {
    if (left === 0) return [];
    const hits = group.hits.slice(0, left);
    left -= hits.length;
    return [{ ...group, hits }];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
