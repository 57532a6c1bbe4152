import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { copyOf } from '../database/bench-database.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { percentile, spread } from '../statistics.ts';
import { AppWindow } from '../window/app-window.ts';
import { armAppearance, appearedAt } from '../window/paint-watch.ts';

const WRITES = 8;
/** Out of step with the app's own looks at the file, in milliseconds. */
const GAP_MS = 1370;
const PATIENCE_MS = 15_000;
const WRITER = join(import.meta.dirname, '../external-writer.ts');

/** Another process adds a conversation; from its commit until the row is painted in the list. */
export const externalWrite: Measurement<'external-write'> = {
  ids: ['external-write'],
  limitMs: 120_000,
  run: async context => {
    const copy = copyOf(context.database, context.makeFolder());
    const app = await AppWindow.open(context, copy);
    const write = await startWriter(context, copy);
    const times: number[] = [];
    for (let at = 0; at < WRITES; at += 1) {
      await pause(GAP_MS);
      const id = `bench_written_${at}`;
      const target = `[role="option"][data-session-id="${id}"]`;
      await app.page.evaluate(armAppearance, { target, patienceMs: PATIENCE_MS });
      const committed = await write(id);
      times.push((await app.page.evaluate(appearedAt)) - committed);
    }
    return { 'external-write': { value: percentile(times, 1), unit: 'ms', note: spread(times) } };
  },
};

/** @returns what makes the other process write, and answers when it had committed. */
async function startWriter(context: BenchContext, path: string): Promise<(id: string) => Promise<number>> {
  const child = spawn(process.execPath, [WRITER, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  context.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async id => {
    child.stdin.write(`${id}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error('The other process ended.');
    return Number(line.value);
  };
}
