import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { twinsOf } from '../lane/write-bare.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import type { Measured } from '../report/figure.ts';
import { median, spread } from '../statistics.ts';

const ROUNDS = 7;
const PROCESSES = 4;
/** Messages of each process in a round. */
const ALONE = 200;
const TOGETHER = 50;
const SCRIPT = join(import.meta.dirname, '../append-process.ts');
const Times = z.object({ from: z.number(), to: z.number() });

/** Appends so many messages; when it began and ended, in milliseconds. */
type Appender = (messages: number) => Promise<z.infer<typeof Times>>;

/**
 * Messages that are appended one by one, each in a transaction of its own that is on the disk before the next, by one
 * process and by four at once, against the statements alone on a copy of the same file. Milliseconds of 1,000 messages.
 */
export const append: Measurement<'append-1' | 'append-4'> = {
  ids: ['append-1', 'append-4'],
  limitMs: 240_000,
  run: async context => {
    const twins = twinsOf(context.database, context);
    const app = await startAppenders(context, 'app', twins.app);
    const bare = await startAppenders(context, 'bare', twins.bare);
    const both = { app, bare };
    return { 'append-1': await measure(both, 1, ALONE), 'append-4': await measure(both, PROCESSES, TOGETHER) };
  },
};

interface Both {
  readonly app: readonly Appender[];
  readonly bare: readonly Appender[];
}

/** The two in turn, the first round not counted; each time the other one begins. */
async function measure({ app, bare }: Both, processes: number, messages: number): Promise<Measured> {
  const times = { app: [] as number[], bare: [] as number[] };
  for (let at = 0; at <= ROUNDS; at += 1) {
    const order = at % 2 === 0 ? (['app', 'bare'] as const) : (['bare', 'app'] as const);
    for (const way of order) {
      const appenders = way === 'app' ? app : bare;
      const ms = await round(appenders.slice(0, processes), messages);
      if (at > 0) times[way].push((ms * 1000) / (processes * messages));
    }
  }
  const value = median(times.app);
  return {
    value,
    unit: 'ms',
    floor: median(times.bare),
    note: `of 1,000 messages, ${(1_000_000 / value).toFixed(0)} a second; ${spread(times.app)}; alone ${spread(times.bare)}`,
  };
}

/** @returns milliseconds from the first beginning to the last end. */
async function round(appenders: readonly Appender[], messages: number): Promise<number> {
  const times = await Promise.all(appenders.map(appender => appender(messages)));
  return Math.max(...times.map(({ to }) => to)) - Math.min(...times.map(({ from }) => from));
}

async function startAppenders(context: BenchContext, way: 'app' | 'bare', path: string): Promise<Appender[]> {
  const appenders: Appender[] = [];
  for (let at = 0; at < PROCESSES; at += 1)
    appenders.push(await startAppender(context, [way, path, `bench_${at}`, `${at}`]));
  return appenders;
}

async function startAppender(context: BenchContext, words: readonly string[]): Promise<Appender> {
  const child = spawn(process.execPath, [SCRIPT, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  context.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('A process that appends has ended.');
    return line.value;
  };
  await answer();
  return async messages => {
    child.stdin.write(`${messages}\n`);
    return Times.parse(JSON.parse(await answer()));
  };
}
