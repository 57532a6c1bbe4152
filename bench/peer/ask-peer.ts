import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { copyOf } from '../database/bench-database.ts';
import type { BenchContext } from '../measurement.ts';
import { MIXED_QUERIES } from '../search-queries.ts';

const SCRIPT = join(import.meta.dirname, 'measure_peer.py');
const LIMIT_MS = 120_000;

const PeerTimes = z.object({ firstPage: z.number(), deepPage: z.number(), searches: z.array(z.number()) });

/** Milliseconds of Hermes's own store on the same file. */
export type PeerTimes = z.infer<typeof PeerTimes>;

let asked: Promise<PeerTimes> | null = null;
let trouble: string | null = null;

/** Why {@link askPeer} had no answer; null where it had one, or was not asked. */
export function peerTrouble(): string | null {
  return trouble;
}

/**
 * Measures Hermes's own Python once a run, on a copy, because it may write.
 *
 * @returns null where no peer was given, or where it cannot be run; see {@link peerTrouble}.
 */
export async function askPeer(context: BenchContext): Promise<PeerTimes | null> {
  const { peer } = context;
  if (peer === null) return null;
  try {
    asked ??= measure(context, peer);
    return await asked;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.say(`The peer cannot be measured: ${reason}`);
    trouble = `It cannot be measured: ${reason.trim().split('\n').at(-1) ?? ''}`;
    return null;
  }
}

async function measure(context: BenchContext, folder: string): Promise<PeerTimes> {
  const copy = copyOf(context.database, context.makeFolder());
  const args = [SCRIPT, folder, copy, JSON.stringify(MIXED_QUERIES.map(query => query.text))];
  const { stdout } = await promisify(execFile)('python3', args, { timeout: LIMIT_MS });
  return PeerTimes.parse(JSON.parse(stdout));
}
