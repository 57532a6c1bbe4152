import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from './database/bench-database.ts';
import type { AnyMeasurement, BenchContext } from './measurement.ts';
import type { FigureId } from './report/budgets.ts';
import type { Measured } from './report/figure.ts';
import type { Findings } from './report/report.ts';

/** What a run works with. */
export interface RunOptions {
  readonly database: BenchDatabase;
  readonly peer: string | null;
  readonly isWanted: (id: string) => boolean;
  readonly say: (text: string) => void;
  /** Nothing is begun after this many milliseconds. */
  readonly withinMs: number;
}

/** Measures one after the other. What fails or takes too long is missing with its reason and stops nothing else. */
export async function runMeasurements(measurements: readonly AnyMeasurement[], options: RunOptions): Promise<Findings> {
  const measured = new Map<FigureId, Measured>();
  const missing = new Map<string, string>();
  const deadline = performance.now() + options.withinMs;
  for (const measurement of measurements) {
    const ids = measurement.ids.filter(options.isWanted);
    if (ids.length === 0) continue;
    const results =
      performance.now() < deadline
        ? await attempt(measurement, options)
        : { failure: 'The run had used up its time before this one.' };
    for (const id of ids) {
      const result = 'failure' in results ? { missing: results.failure } : results.found[id];
      if (result === undefined) missing.set(id, 'The measurement did not give it.');
      else if ('missing' in result) missing.set(id, result.missing);
      else measured.set(id, result);
      options.say(resultLine(id, result));
    }
  }
  return { measured, missing };
}

type Attempt = { readonly found: Awaited<ReturnType<AnyMeasurement['run']>> } | { readonly failure: string };

async function attempt(measurement: AnyMeasurement, options: RunOptions): Promise<Attempt> {
  const ends: (() => Promise<unknown> | undefined)[] = [];
  const context: BenchContext = {
    ...options,
    makeFolder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'hermes-sessions-bench-'));
      ends.push(() => {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        return undefined;
      });
      return folder;
    },
    defer: end => {
      ends.push(end);
    },
  };
  try {
    return { found: await withinLimit(measurement.run(context), measurement.limitMs) };
  } catch (error) {
    options.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { failure: firstLine(error) };
  } finally {
    await endAll(ends, options.say);
  }
}

async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error(`It was given up after ${String(limitMs / 1000)} s.`));
    }, limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function endAll(ends: readonly (() => Promise<unknown> | undefined)[], say: (text: string) => void) {
  for (const end of ends.toReversed()) {
    try {
      await end();
    } catch (error) {
      say(`Something could not be ended: ${firstLine(error)}`);
    }
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}

function resultLine(id: string, result: Measured | { readonly missing: string } | undefined): string {
  if (result === undefined || 'missing' in result) return `${id}: missing. ${result?.missing ?? ''}`;
  const floor = result.floor === undefined ? '' : `, floor ${result.floor.toFixed(1)}`;
  const note = result.note === undefined ? '' : ` (${result.note})`;
  return `${id}: ${result.value.toFixed(1)} ${result.unit}${floor}${note}`;
}
