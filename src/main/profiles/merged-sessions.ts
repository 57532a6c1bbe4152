import type { AppHandlers } from '../../shared/contract/index.ts';
import type { RankedAnswer } from '../read-models/session-view-where.ts';
import type { MergedParts } from './merged-parts.ts';

/** The session list over several profiles. */
export function mergedSessions({ profiles, book, views, handlersOf }: MergedParts): AppHandlers['sessions'] {
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
    prepareFilter: async (input, context) => {
      await Promise.all(
        profiles.readable.map(async profile => handlersOf(profile).sessions.prepareFilter(input, context)),
      );
      return {};
    },
    /** In the order in which one file that held them all would name them. A session known by its address is its own. */
    where: async ({ text, view, limit }, { signal }) => {
      const { merged } = await views.resolve(view, [], signal);
      const answers = await Promise.all(
        merged.lanes.map(async ({ profile, view: own }, lane) => {
          const input = { text: book.plainIn(profile, text), view: own, limit };
          const { library } = profile.file;
          const answer = await profiles.ask(profile, () => library.read('sessionsRanked', input, signal));
          const { total, found } = await book.addressed(profile, answer, signal);
          const places = merged.order.places[lane];
          return { total, found: found.map(each => ({ ...each, index: places?.[each.index] ?? -1 })) };
        }),
      );
      const found = answers.flatMap(answer => answer.found).sort(byCloseness);
      return {
        total: answers.reduce((sum, { total }) => sum + total, 0),
        found: found.slice(0, limit).map(({ distance: _, ...match }) => match),
      };
    },
  };
}

type Ranked = RankedAnswer['found'][number];

function byCloseness(a: Ranked, b: Ranked): number {
  return (
    a.distance - b.distance ||
    Number(b.index >= 0) - Number(a.index >= 0) ||
    (b.row.lastActive ?? 0) - (a.row.lastActive ?? 0)
  );
}
