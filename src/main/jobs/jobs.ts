import type { JobProgress } from '../../shared/bridge.ts';
import { AppError } from '../../shared/errors.ts';
import type { Progress } from '../library/protocol.ts';

/** Milliseconds between two announcements of one job. */
const GAP_MS = 100;

/** Told to the job's work: when to stop, and whom to tell how far it has come. */
export interface JobTools {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

interface Job {
  readonly controller: AbortController;
  /** Null while it is being begun. */
  end: Promise<unknown> | null;
  latest: Progress;
  announcedAt: number;
  timer: NodeJS.Timeout | undefined;
}

const NOTHING_YET: Progress = { phase: '', done: 0, total: 0, canCancel: true };

/** The long commands under way: their progress goes to the windows at most ten times a second, and none is forgotten. */
export class Jobs {
  readonly #announce: (progress: JobProgress) => void;
  readonly #jobs = new Map<string, Job>();

  /** @param announce - tells every window. */
  constructor(announce: (progress: JobProgress) => void) {
    this.#announce = announce;
  }

  /**
   * Runs a long command.
   *
   * @param jobId - as the window named it.
   * @param signal - aborted when the window lost interest.
   * @returns what `work` returns.
   * @throws AppError `invalid-input` where a job of this name runs already; or what `work` throws.
   */
  async run<T>(jobId: string, signal: AbortSignal, work: (tools: JobTools) => Promise<T>): Promise<T> {
    if (this.#jobs.has(jobId)) throw new AppError('invalid-input', 'A job of this name runs already.');
    const controller = new AbortController();
    const job: Job = { controller, end: null, latest: NOTHING_YET, announcedAt: -Infinity, timer: undefined };
    this.#jobs.set(jobId, job);
    try {
      const result = work({
        signal: AbortSignal.any([signal, controller.signal]),
        onProgress: progress => {
          this.#progress(jobId, job, progress);
        },
      });
      job.end = result;
      return await result;
    } finally {
      clearTimeout(job.timer);
      this.#jobs.delete(jobId);
    }
  }

  /** True while something runs. */
  get areRunning(): boolean {
    return this.#jobs.size > 0;
  }

  /** True while something runs that cannot be stopped half-way. */
  get cannotStop(): boolean {
    return [...this.#jobs.values()].some(job => !job.latest.canCancel);
  }

  /** Asks everything to stop. What cannot be stopped goes on to its end. */
  stopAll(): void {
    for (const { controller } of this.#jobs.values()) controller.abort();
  }

  /** Resolves when nothing runs any more. */
  async whenIdle(): Promise<void> {
    while (this.#jobs.size > 0)
      await Promise.allSettled([...this.#jobs.values()].map(job => job.end ?? Promise.resolve()));
  }

  #progress(jobId: string, job: Job, progress: Progress): void {
    if (this.#jobs.get(jobId) !== job) return;
    job.latest = progress;
    if (job.timer !== undefined) return;
    const announce = (): void => {
      job.timer = undefined;
      job.announcedAt = performance.now();
      this.#announce({ jobId, ...job.latest });
    };
    const wait = job.announcedAt + GAP_MS - performance.now();
    if (wait <= 0) announce();
    else job.timer = setTimeout(announce, wait);
  }
}
