import type { Progress } from '../library/protocol.ts';
import type { ReportProgress } from './context.ts';

/** Milliseconds between two messages of one phase. */
const GAP_MS = 50;

/**
 * Makes the function with which operations report: it lets through what says something new, and the rest at most twenty
 * times a second.
 *
 * @param send - takes a report to main.
 */
export function createProgressReporter(send: (progress: Progress) => void): ReportProgress {
  let last: Progress = { phase: '', done: 0, total: 0, canCancel: true };
  let lastAt = -Infinity;
  return (phase, done, total, canCancel = true) => {
    const now = performance.now();
    const isNew = last.phase !== phase || last.canCancel !== canCancel || done === total;
    if (!isNew && now - lastAt < GAP_MS) return;
    last = { phase, done, total, canCancel };
    lastAt = now;
    send(last);
  };
}
