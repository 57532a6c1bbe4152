import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AppError } from '../../shared/errors.ts';
import { runJob, useJob } from './jobs.ts';
import type { Job, JobCall } from './jobs.ts';

/** A long command that one control starts, shows and cancels. */
export interface Task<I, O> {
  readonly start: (input: I) => void;
  /** Null while it is not running. */
  readonly job: Job | null;
  readonly running: boolean;
  /** Of the last run; undefined where there was none, or it failed. */
  readonly result: O | undefined;
  /** Of the last run; null where it did not fail. Cancelling is no failure. */
  readonly error: Error | null;
  readonly reset: () => void;
}

/**
 * Runs a long command for one control.
 *
 * @param onDone - called with the result of each run that did not fail.
 */
export function useTask<I, O>(run: (input: I, call: JobCall) => Promise<O>, onDone?: (result: O) => void): Task<I, O> {
  const [jobId, setJobId] = useState<string | null>(null);
  const mutation = useMutation({
    mutationFn: (input: I) =>
      runJob(call => {
        setJobId(call.jobId);
        return run(input, call);
      }),
    onSuccess: result => {
      onDone?.(result);
    },
  });
  const cancelled = mutation.error instanceof AppError && mutation.error.code === 'cancelled';
  return {
    start: mutation.mutate,
    job: useJob(jobId),
    running: mutation.isPending,
    result: mutation.data,
    error: cancelled ? null : mutation.error,
    reset: mutation.reset,
  };
}
