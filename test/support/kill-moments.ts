import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from './talking-child.ts';

/** The time for whoever migrates, so that the same file comes out whenever it does. */
export const KILL_CLOCK = 1_800_000_000;

/** Milliseconds after which nobody waits for a kill, however long the work takes. */
const LATEST_MS = 3000;

/** What is killed, how often, and what must hold afterwards. */
export interface KillPlan {
  readonly moments: number;
  /** The action of fault-process.ts at a moment. */
  readonly action: (moment: number) => string;
  /** @returns path of a file in a folder of its own. */
  readonly prepare: (moment: number) => string;
  /** @param committed - what the process said that it had committed. */
  readonly check: (path: string, committed: readonly string[], moment: number) => void;
}

/** What came of it. */
export interface KillTally {
  /** Kills that fell between the start and the end of the work. */
  readonly counted: number;
  /** Milliseconds of the work by action, where it was left alone. */
  readonly tookMs: Readonly<Record<string, number>>;
}

/** Kills a process at random moments of its work. The moments follow how long the work takes on this machine. */
export async function killAtMoments(plan: KillPlan): Promise<KillTally> {
  const reach = new Map<string, number>();
  const took: Record<string, number> = {};
  let counted = 0;
  const once = async (moment: number, within: number | null) => {
    const action = plan.action(moment);
    const path = plan.prepare(moment);
    const { committed, ms } = await work(action, path, within);
    if (ms !== null) reach.set(action, Math.min(ms, reach.get(action) ?? ms));
    plan.check(path, committed, moment);
    rmSync(dirname(path), { recursive: true });
    return ms;
  };
  for (let moment = 0; moment < plan.moments; moment += 1) {
    const action = plan.action(moment);
    if (!reach.has(action)) took[action] = Math.round((await once(moment, null)) ?? 0);
    if ((await once(moment, Math.min(LATEST_MS, reach.get(action) ?? 0))) === null) counted += 1;
  }
  return { counted, tookMs: took };
}

interface Worked {
  readonly committed: readonly string[];
  /** Null where it was killed before its end. */
  readonly ms: number | null;
}

/** Lets the work run, or kills it at a random moment within so many milliseconds of its start. */
async function work(action: string, path: string, within: number | null): Promise<Worked> {
  const child = startChild('fault-process.ts', [action, path, String(KILL_CLOCK)]);
  if ((await child.hear()) !== 'started') throw new Error('the process ended before it started');
  const began = performance.now();
  if (within !== null) void wait(Math.random() * within).then(child.kill);
  const committed: string[] = [];
  let ms: number | null = null;
  for (let line = await child.hear(); line !== null; line = await child.hear()) {
    if (line === 'done') ms = performance.now() - began;
    else committed.push(line.replace('committed ', ''));
  }
  const { code, signal } = await child.ended;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process failed (${String(code)})`);
  return { committed, ms };
}
