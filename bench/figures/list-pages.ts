import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { SORTS, type ListRound } from '../lane/list-pages.ts';
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
 * process, and then the first time of a page by each order, of which the slowest counts. Against one plain statement.
 */
export const listPages: Measurement<Id> = {
  ids: ['list-first-page', 'list-first-page-cold', 'list-deep-page'],
  limitMs: 120_000,
  run: async context => {
    const lane: ListRound[] = [];
    const bare: ListRound[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      bare.push(await round('sql', context.database.path));
      lane.push(await round('lane', context.database.path));
    }
    const peer = await askPeer(context);
    return {
      'list-first-page': { ...worst(lane, bare, 'first'), ...(peer === null ? {} : { peer: peer.firstPage }) },
      'list-first-page-cold': {
        value: median(lane.map(one => one.cold)),
        unit: 'ms',
        floor: median(bare.map(one => one.cold)),
        note: 'the first page of a new process, with whatever the lane reads before it',
      },
      'list-deep-page': { ...worst(lane, bare, 'deep'), ...(peer === null ? {} : { peer: peer.deepPage }) },
    };
  },
};

async function round(way: 'lane' | 'sql', path: string): Promise<ListRound> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, way, path], { timeout: 60_000 });
  return Round.parse(JSON.parse(stdout));
}

/** The slowest order by its median over the rounds. */
function worst(lane: readonly ListRound[], bare: readonly ListRound[], page: 'first' | 'deep'): Measured {
  const bySort = SORTS.map(sort => ({ sort, ms: median(lane.map(one => one[page][sort] ?? Number.NaN)) }));
  return {
    value: Math.max(...bySort.map(({ ms }) => ms)),
    unit: 'ms',
    floor: median(bare.map(one => one[page].activity ?? Number.NaN)),
    note: `first time by ${bySort.map(({ sort, ms }) => `${sort} ${ms.toFixed(1)}`).join(', ')} ms`,
  };
}
