import type { LongWork } from '../lanes/context.ts';
import type { JobWatch } from '../session-db/job-watch.ts';

/** Passes on what a long task of the database reports. */
export function jobWatchOf({
  progress,
  checkCancelled,
}: Pick<LongWork, 'progress'> & { readonly checkCancelled: () => void }): JobWatch {
  return {
    onProgress: ({ phase, done, total, canCancel }) => {
      progress(phase, done, total, canCancel);
    },
    checkCancelled,
  };
}
