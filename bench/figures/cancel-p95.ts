import { setTimeout as pause } from 'node:timers/promises';
import type { searchOps } from '../../src/main/lanes/search-ops.ts';
import { Lane } from '../../src/main/library/lane.ts';
import { LANE_ENTRIES } from '../lane/open-library.ts';
import { timeUntil } from '../lane/open-bare.ts';
import type { Measurement } from '../measurement.ts';
import { percentile, spread } from '../statistics.ts';

/** Questions that take the search long, each for a reason of its own. */
const SLOW_QUERIES = [
  'the',
  'com*',
  '"in the"',
  'the NOT docker',
  'ser* OR com* OR con* OR int* OR res*',
  '"in the" NOT "of the"',
  'the of and to in is that for it as was with',
  '错',
  '错误',
  '#',
  '☃',
] as const;
const ROUNDS = 2;
/** What is done sooner cannot be cancelled at a third of its run by a timer. */
const SHORTEST_MS = 6;
/** After this a run counts as that long. */
const LONGEST_MS = 15_000;

interface Sample {
  readonly what: string;
  readonly run: number;
  readonly idleAgain: number;
}

/** One call of an operation. */
interface Call {
  readonly op: SearchOp;
  readonly input: unknown;
  readonly what: string;
  /** What it does is done once in a lane: each time it is asked for needs a new one. */
  readonly once: boolean;
}

type SearchOp = keyof typeof searchOps;

/** What each operation of the lane is asked for; a new one has to have its own. */
const CALLS: Readonly<Record<SearchOp, readonly Call[]>> = {
  prepareSearch: [{ op: 'prepareSearch', input: {}, what: 'prepareSearch', once: true }],
  searchMessages: (['full-text', 'substring'] as const).flatMap(stage =>
    SLOW_QUERIES.map(text => ({
      op: 'searchMessages' as const,
      input: { text, sort: 'relevance', sources: [], roles: [], stage, limit: 300 },
      what: `searchMessages ${stage} ${text}`,
      once: false,
    })),
  ),
};

/** Every operation of the search lane, cancelled at a third of its run: how long until the lane answers something else. */
export const cancelP95: Measurement<'cancel-p95'> = {
  ids: ['cancel-p95'],
  limitMs: 150_000,
  run: async context => {
    const newLane = (): Lane => {
      const lane = new Lane({ name: 'search', entry: LANE_ENTRIES.search, path: context.database.path });
      context.defer(() => lane.close());
      return lane;
    };
    const used = newLane();
    const samples: Sample[] = [];
    for (const [op, calls] of Object.entries(CALLS)) {
      const found = await cancelEach(calls, ({ once }) => (once ? newLane() : used));
      if (found.length === 0) throw new Error(`Every call of ${op} ended too soon to be cancelled.`);
      samples.push(...found);
    }
    const slowest = samples.toSorted((a, b) => b.idleAgain - a.idleAgain).slice(0, 5);
    for (const { what, run, idleAgain } of slowest)
      context.say(`  ${what}: ${run.toFixed(0)} ms, idle ${idleAgain.toFixed(1)} ms after it was cancelled`);
    const times = samples.map(({ idleAgain }) => idleAgain);
    return {
      'cancel-p95': { value: percentile(times, 0.95), unit: 'ms', note: `${samples.length} samples, ${spread(times)}` },
    };
  },
};

async function cancelEach(calls: readonly Call[], laneFor: (call: Call) => Lane): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const call of calls) {
    // The first run finds nothing in memory and would be cancelled too late.
    await wholeRun(laneFor(call), call);
    for (let at = 0; at < ROUNDS; at += 1) {
      const run = await wholeRun(laneFor(call), call);
      const idleAgain = run < SHORTEST_MS ? null : await cancelAfter(laneFor(call), call, run / 3);
      if (idleAgain !== null) samples.push({ what: call.what, run, idleAgain });
    }
  }
  return samples;
}

/** @returns milliseconds until the lane answers something else; null where the call had ended before. */
async function cancelAfter(lane: Lane, call: Call, delayMs: number): Promise<number | null> {
  await lane.call('probe', null);
  const controller = new AbortController();
  const cancelled = lane.call(call.op, call.input, controller.signal).then(() => false, isCancelled);
  await pause(delayMs);
  const idleAgain = await timeUntil(() => {
    controller.abort();
    return lane.call('probe', null);
  });
  return (await cancelled) ? idleAgain : null;
}

async function wholeRun(lane: Lane, { op, input }: Call): Promise<number> {
  await lane.call('probe', null);
  return timeUntil(() =>
    lane.call(op, input, AbortSignal.timeout(LONGEST_MS)).catch((error: unknown) => {
      if (!isCancelled(error)) throw error;
    }),
  );
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'cancelled';
}
