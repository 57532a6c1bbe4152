import { create } from 'zustand';
import type { Bridge, JobProgress } from '../../shared/bridge.ts';

/** A long command that this window started and that has not ended. */
export interface Job {
  readonly id: string;
  /** Null until main tells of it. */
  readonly progress: JobProgress | null;
  readonly cancel: () => void;
}

interface JobStore {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The long commands under way, by id. */
export const useJobStore = create<JobStore>()(() => ({ jobs: {} }));

/** Follows the progress that main tells of. Returns the function that stops it. */
export function watchProgress(bridge: Bridge): () => void {
  return bridge.onChanged(event => {
    if (event.topic !== 'progress') return;
    const { progress } = event;
    useJobStore.setState(({ jobs }) => {
      const job = jobs[progress.jobId];
      return job === undefined ? {} : { jobs: { ...jobs, [progress.jobId]: { ...job, progress } } };
    });
  });
}

/** What a long command is called with. */
export interface JobCall {
  readonly jobId: string;
  readonly signal: AbortSignal;
}

/**
 * Runs a long command under an id of its own, so that its progress can be shown and it can be cancelled.
 *
 * @returns what `run` returns; what it throws is thrown.
 */
export async function runJob<T>(run: (call: JobCall) => Promise<T>): Promise<T> {
  const id = crypto.randomUUID();
  const controller = new AbortController();
  const cancel = (): void => {
    controller.abort();
  };
  useJobStore.setState(({ jobs }) => ({ jobs: { ...jobs, [id]: { id, progress: null, cancel } } }));
  try {
    return await run({ jobId: id, signal: controller.signal });
  } finally {
    useJobStore.setState(({ jobs }) => ({
      jobs: Object.fromEntries(Object.entries(jobs).filter(([key]) => key !== id)),
    }));
  }
}

/** A running job; null where it has ended or there is none. */
export function useJob(id: string | null): Job | null {
  return useJobStore(store => (id === null ? null : (store.jobs[id] ?? null)));
}
