import { timeUntil } from '../lane/open-bare.ts';
import { openLibrary } from '../lane/open-library.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const ROUNDS = 5;

/** The dashboard has totals of all days only; how long those take is said in the reason. */
export const dashboard90d: Measurement<'dashboard-90d'> = {
  ids: ['dashboard-90d'],
  limitMs: 60_000,
  run: async context => {
    const library = await openLibrary(context, context.database.path);
    await library.read('conversationCount', {});
    const totals = () => timeUntil(() => library.read('usageTotals', {}));
    const first = await totals();
    const warm: number[] = [];
    for (let at = 0; at < ROUNDS; at += 1) warm.push(await totals());
    return {
      'dashboard-90d': {
        missing:
          'The dashboard has no range of days yet. Its totals over all days take ' +
          `${median(warm).toFixed(1)} ms warm and ${first.toFixed(0)} ms the first time.`,
      },
    };
  },
};
