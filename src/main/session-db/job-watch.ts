/** How far a long task has come. */
export interface JobStep {
  /** A word for what is being done, such as `copying`. */
  readonly phase: string;
  readonly done: number;
  /** In the unit of `done`; 0 where it is not known. */
  readonly total: number;
  /** False while something runs that cannot be stopped half-way. */
  readonly canCancel: boolean;
}

/** Who watches a long task. Both run on the thread of the task, between its steps. */
export interface JobWatch {
  readonly onProgress?: ((step: JobStep) => void) | undefined;
  /** Throws whatever shall end the task; nothing half-made is left behind then. */
  readonly checkCancelled?: (() => void) | undefined;
}

/** Says how far a task has come, and ends it where nobody waits for it any more. */
export function reportStep(watch: JobWatch, step: JobStep): void {
  watch.onProgress?.(step);
  if (step.canCancel) watch.checkCancelled?.();
}
