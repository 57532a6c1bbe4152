import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { BenchContext, Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

const ROUNDS = 3;
const LIMIT_MS = 240_000;
const SCRIPT = join(import.meta.dirname, '../export-process.ts');
const Round = z.object({
  ms: z.number(),
  messages: z.number(),
  bytes: z.number().optional(),
  grownMb: z.number().optional(),
});
type Round = z.infer<typeof Round>;

/**
 * Everything in the file written as JSONL by the lane that exports, with its checksum and on the disk at the end,
 * against SELECTs of the same rows in the same order, which are only read. Each time in a new process.
 */
export const exportRatio: Measurement<'export-ratio'> = {
  ids: ['export-ratio'],
  limitMs: 400_000,
  run: async context => {
    const app: Round[] = [];
    const bare: Round[] = [];
    for (let at = 0; at < ROUNDS; at += 1) {
      bare.push(await round(context, 'bare'));
      app.push(await round(context, 'app'));
    }
    const [one, other] = [app, bare].map(rounds => rounds[0]?.messages);
    if (one !== other) return { 'export-ratio': { missing: `The export holds ${one}, the SELECT ${other} messages.` } };
    const grown = Math.max(...app.map(({ grownMb = 0 }) => grownMb));
    const bytes = (app[0]?.bytes ?? 0) / 2 ** 20;
    return {
      'export-ratio': {
        value: median(app.map(speed)),
        unit: 'messages/s',
        floor: median(bare.map(speed)),
        note: `${one} messages, ${bytes.toFixed(0)} MB; memory grew by ${grown.toFixed(0)} MB at most`,
      },
    };
  },
};

function speed({ messages, ms }: Round): number {
  return (messages * 1000) / ms;
}

async function round(context: BenchContext, way: 'app' | 'bare'): Promise<Round> {
  const words = [SCRIPT, way, context.database.path, context.makeFolder()];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: LIMIT_MS });
  return Round.parse(JSON.parse(stdout));
}
