import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ViewRound } from '../lane/list-pages.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
const NAMED = 3;
const SCRIPT = join(import.meta.dirname, '../list-round.ts');
const Round = z.record(z.string(), z.number());

/** The first page of every grouping by every order, each for the first time in a process; the slowest counts. */
export const listViews: Measurement<'list-views'> = {
  ids: ['list-views'],
  limitMs: 120_000,
  run: async ({ database }) => {
    const rounds: ViewRound[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'views', database.path], {
        timeout: 60_000,
      });
      rounds.push(Round.parse(JSON.parse(stdout)));
    }
    const views = Object.keys(rounds[0] ?? {})
      .map(view => ({ view, ms: median(rounds.map(round => round[view] ?? Number.NaN)) }))
      .sort((a, b) => b.ms - a.ms);
    const slowest = views.slice(0, NAMED).map(({ view, ms }) => `${view} ${ms.toFixed(1)}`);
    return {
      'list-views': {
        value: views[0]?.ms ?? Number.NaN,
        unit: 'ms',
        note: `${views.length} views, slowest: ${slowest.join(', ')} ms`,
      },
    };
  },
};
