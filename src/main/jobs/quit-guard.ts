import type { Jobs } from './jobs.ts';

/** An event of Electron that would end the app. */
interface Ending {
  preventDefault(): void;
}

/** What a quit guard asks and does. */
export interface QuitGuardParts {
  readonly jobs: Jobs;
  /** Says that something runs that cannot be stopped half-way; true where the app is to quit once it has ended. */
  readonly askToWait: () => Promise<boolean>;
  readonly quit: () => void;
}

/** Keeps the app from ending in the middle of a job: what can be stopped is, and for the rest a person is asked. */
export class QuitGuard {
  readonly #parts: QuitGuardParts;
  #isAsking = false;
  #isEnding = false;

  constructor(parts: QuitGuardParts) {
    this.#parts = parts;
  }

  /** Call when the app or its last window is about to end. Nothing is held up while no job runs. */
  onEnding(event: Ending): void {
    if (!this.#parts.jobs.areRunning) return;
    event.preventDefault();
    if (this.#isAsking || this.#isEnding) return;
    this.#isAsking = true;
    void this.#settle().finally(() => {
      this.#isAsking = false;
    });
  }

  async #settle(): Promise<void> {
    const { jobs, askToWait, quit } = this.#parts;
    if (jobs.cannotStop && !(await askToWait())) return;
    this.#isEnding = true;
    jobs.stopAll();
    await jobs.whenIdle();
    quit();
  }
}
