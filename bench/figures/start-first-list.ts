import type { Measurement } from '../measurement.ts';
import { median, spread } from '../statistics.ts';
import { startToPaint } from '../window/start-to-paint.ts';

const STARTS = 7;

/** Start to first session list painted, each time in a new process with a new profile, in turn with an empty window. */
export const startFirstList: Measurement<'start-first-list'> = {
  ids: ['start-first-list'],
  limitMs: 150_000,
  run: async ({ database, makeFolder }) => {
    const app = { kind: 'app', db: database.path } as const;
    const empty = { kind: 'empty' } as const;
    // The first start of each reads files that later ones find in memory.
    await startToPaint(empty, makeFolder());
    await startToPaint(app, makeFolder());
    const emptyTimes: number[] = [];
    const appTimes: number[] = [];
    for (let at = 0; at < STARTS; at += 1) {
      emptyTimes.push(await startToPaint(empty, makeFolder()));
      appTimes.push(await startToPaint(app, makeFolder()));
    }
    return {
      'start-first-list': {
        value: median(appTimes),
        unit: 'ms',
        floor: median(emptyTimes),
        note: `app ${spread(appTimes)}; empty window ${spread(emptyTimes)}`,
      },
    };
  },
};
