import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { REST_MS, SORTS, type ListRound } from '../lane/list-pages.ts';
import type { Measurement } from '../measurement.ts';
import { askPeer } from '../peer/ask-peer.ts';
import type { Measured } from '../report/figure.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
const SCRIPT = join(import.meta.dirname, '../list-round.ts');
const Times = z.partialRecord(z.enum(SORTS), z.number());
const Round = z.object({ cold: z.number(), first: Times, deep: Times });

type Id = 'list-first-page' | 'list-first-page-cold' | 'list-deep-page';

/**
 * Pages of 50 rows of the session list with previews, asked for from a thread of the library: the very first one of a
 * process, and after a second the first time of a page by each order, of which the slowest counts. Against one plain
 * statement. The note has the same without the second.
 */
export const listPages: Measurement<Id> = {
  ids: ['list-first-page', 'list-first-page-cold', 'list-deep-page'],
  limitMs: 120_000,
  run: async context => {
    const lane: ListRound[] = [];
    const atOnce: ListRound[] = [];
    const bare: ListRound[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      bare.push(await round('sql', context.database.path, 0));
      lane.push(await round('lane', context.database.path, REST_MS));
      atOnce.push(await round('lane', context.database.path, 0));
    }
    const peer = await askPeer(context);
    return {
      'list-first-page': {
        ...worst({ lane, atOnce, bare }, 'first'),
        ...(peer === null ? {} : { peer: peer.firstPage }),
      },
      'list-first-page-cold': {
        value: median([...lane, ...atOnce].map(one => one.cold)),
        unit: 'ms',
        floor: median(bare.map(one => one.cold)),
        note: 'the first page of a new process, with whatever the lane reads before it',
      },
      'list-deep-page': { ...worst({ lane, atOnce, bare }, 'deep'), ...(peer === null ? {} : { peer: peer.deepPage }) },
    };
  },
};

async function round(way: 'lane' | 'sql', path: string, rest: number): Promise<ListRound> {
  const words = [SCRIPT, way, path, String(rest)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  return Round.parse(JSON.parse(stdout));
}

interface Rounds {
  readonly lane: readonly ListRound[];
  readonly atOnce: readonly ListRound[];
  readonly bare: readonly ListRound[];
}

/** The slowest order by its median over the rounds. */
function worst({ lane, atOnce, bare }: Rounds, page: 'first' | 'deep'): Measured {
  const rested = bySort(lane, page);
  return {
    value: Math.max(...rested.map(({ ms }) => ms)),
    unit: 'ms',
    floor: median(bare.map(one => one[page].activity ?? Number.NaN)),
    note: `first time by ${listed(rested)} ms, ${REST_MS} ms after the first list; at once by ${listed(bySort(atOnce, page))} ms`,
  };
}

interface SortTime {
  readonly sort: string;
  readonly ms: number;
}

function bySort(rounds: readonly ListRound[], page: 'first' | 'deep'): SortTime[] {
  return SORTS.map(sort => ({ sort, ms: median(rounds.map(one => one[page][sort] ?? Number.NaN)) }));
}

function listed(times: readonly SortTime[]): string {
  return times.map(({ sort, ms }) => `${sort} ${ms.toFixed(1)}`).join(', ');
}
