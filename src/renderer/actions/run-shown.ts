import type { IconName } from '../ui/icon.tsx';
import type { JobCall } from './jobs.ts';
import { runJob } from './jobs.ts';
import { dismissToast, showToast } from './toasts.ts';

/** What is said while something runs. */
export interface ShownWork {
  readonly icon: IconName;
  readonly message: string;
  /** Words for how far it has come. */
  readonly progress?: (done: number, total: number) => string;
  /** Milliseconds until it is said: what is quick needs no words. At once unless given. */
  readonly after?: number;
}

/**
 * Runs a command with a toast that says so and can stop it.
 *
 * @returns what `run` returns; what it throws is thrown.
 */
export function runShown<T>(
  { icon, message, progress, after = 0 }: ShownWork,
  run: (call: JobCall) => Promise<T>,
): Promise<T> {
  return runJob(async call => {
    const shown: number[] = [];
    const show = (): void => {
      shown.push(showToast({ icon, message, jobId: call.jobId, progress: progress ?? null }));
    };
    const timer = after === 0 ? undefined : setTimeout(show, after);
    if (timer === undefined) show();
    try {
      return await run(call);
    } finally {
      clearTimeout(timer);
      shown.forEach(dismissToast);
    }
  });
}
