import type { AppHandlers } from '../../shared/contract/index.ts';
import { inTurn } from './in-turn.ts';
import type { MergedParts } from './merged-parts.ts';

/** The session list over several profiles. */
export function mergedSessions({ profiles, book, views }: MergedParts): AppHandlers['sessions'] {
  return {
    view: async ({ view, anchorIds, first }, { signal }) => {
      const stretch = { offset: 0, limit: first, anchorIds };
      const { merged, anchors, rows } = await views.resolveWithRows(view, stretch, signal);
      const { revision, order, counts } = merged;
      return { revision, total: order.rows.length, groups: [...order.groups], rows, anchors, ...counts };
    },
    page: async ({ view, ...stretch }, { signal }) => {
      const { merged, rows } = await views.resolveWithRows(view, stretch, signal);
      return { revision: merged.revision, total: merged.order.rows.length, rows };
    },
    /** The best of each profile first, then the second best of each: how close they are is known within a profile only. */
    where: async ({ text, view, limit }, { signal }) => {
      const { merged } = await views.resolve(view, [], signal);
      const answers = await Promise.all(
        merged.lanes.map(async ({ profile, view: own }, lane) => {
          const input = { text, view: own, limit };
          const { library } = profile.file;
          const answer = await profiles.ask(profile, () => library.read('sessionsWhere', input, signal));
          const { total, found } = await book.addressed(profile, answer, signal);
          return {
            total,
            found: found.map(each => ({
              ...each,
              index: merged.order.places[lane]?.[each.index] ?? -1,
            })),
          };
        }),
      );
      const found = inTurn(answers.map(answer => answer.found)).slice(0, limit);
      return { total: answers.reduce((sum, { total }) => sum + total, 0), found };
    },
  };
}
