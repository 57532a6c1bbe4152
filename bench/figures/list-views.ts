import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { REST_MS, type ViewRound } from '../lane/list-pages.ts';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
const NAMED = 3;
const SCRIPT = join(import.meta.dirname, '../list-round.ts');
const Round = z.record(z.string(), z.number());

/**
 * The first page of every grouping by every order, each for the first time in a process, a second after its first list;
 * the slowest counts. The note has the slowest ones without the second, too.
 */
export const listViews: Measurement<'list-views'> = {
  ids: ['list-views'],
  limitMs: 120_000,
  run: async ({ database }) => {
    const rested: ViewRound[] = [];
    const atOnce: ViewRound[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      rested.push(await round(database.path, REST_MS));
      atOnce.push(await round(database.path, 0));
    }
    const views = slowestFirst(rested);
    return {
      'list-views': {
        value: views[0]?.ms ?? Number.NaN,
        unit: 'ms',
        note: `${views.length} views, slowest: ${named(views)}, ${REST_MS} ms after the first list; at once: ${named(slowestFirst(atOnce))}`,
      },
    };
  },
};

async function round(path: string, rest: number): Promise<ViewRound> {
  const words = [SCRIPT, 'views', path, String(rest)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  return Round.parse(JSON.parse(stdout));
}

interface ViewTime {
  readonly view: string;
  readonly ms: number;
}

/** Views by their median over the rounds. */
function slowestFirst(rounds: readonly ViewRound[]): ViewTime[] {
  return Object.keys(rounds[0] ?? {})
    .map(view => ({ view, ms: median(rounds.map(round => round[view] ?? Number.NaN)) }))
    .sort((a, b) => b.ms - a.ms);
}

function named(views: readonly ViewTime[]): string {
  return views
    .slice(0, NAMED)
    .map(({ view, ms }) => `${view} ${ms.toFixed(1)} ms`)
    .join(', ');
}
