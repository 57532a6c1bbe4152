import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { startChild, type TalkingChild } from './talking-child.ts';

/** One time that the work is begun and killed. */
export interface KillRound {
  /** For trash-process.ts: file, folder of trash and marks, kind of work, and what that needs. */
  readonly args: readonly string[];
  /** Looks at what is left. */
  readonly check: () => void;
}

/** What came of the rounds. */
export interface KillRounds {
  /** Kills that fell between `started` and `done`. */
  readonly counted: number;
  /** Milliseconds of the work where it was left alone. */
  readonly tookMs: number;
}

/**
 * Kills the same work at moments that are spread over the time which it takes on this machine: at first measured without
 * a kill, and shorter whenever a round comes to its end before. The next process gets ready while the last round is
 * looked at.
 */
export async function killRounds(moments: number, prepare: () => KillRound): Promise<KillRounds> {
  let next = startChild('trash-process.ts', []);
  const play = async (after: number | null) => {
    const child = next;
    const { args, check } = prepare();
    const ms = await playRound(child, args, after);
    next = startChild('trash-process.ts', []);
    check();
    return ms;
  };
  const tookMs = Math.round((await play(null)) ?? 0);
  let [reach, counted] = [tookMs, 0];
  for (let moment = 0; moment < moments; moment += 1) {
    const ms = await play((reach * (moment + 0.5)) / moments);
    if (ms === null) counted += 1;
    else reach = Math.min(reach, ms) * 0.95;
  }
  next.kill();
  return { counted, tookMs };
}

/** @returns milliseconds of the work where it came to its end. */
async function playRound(child: TalkingChild, args: readonly string[], after: number | null): Promise<number | null> {
  child.tell(JSON.stringify(args));
  expect(await child.hear()).toBe('started');
  const began = performance.now();
  const killing = after === null ? null : wait(after).then(child.kill);
  const isDone = (await child.hear()) === 'done';
  const ms = performance.now() - began;
  await killing;
  await child.ended;
  return isDone ? ms : null;
}
