import { expect } from 'vitest';
import type { KillTally } from './kill-moments.ts';

/** Moments at which each kind of work is killed. */
export const MOMENTS = 50;

/** Kills that have to fall between the start and the end of the work. */
const LEAST_COUNTED = 40;

/** Says how many kills counted, and expects enough of them. */
export function expectEnough(what: string, { counted, tookMs }: KillTally): void {
  const undisturbed = JSON.stringify(tookMs);
  console.log(`KILLS ${what}: ${String(counted)} of ${String(MOMENTS)} counted, undisturbed ${undisturbed} ms`);
  expect(counted).toBeGreaterThanOrEqual(LEAST_COUNTED);
}
