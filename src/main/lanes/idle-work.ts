/** How long after a request the first step waits, in milliseconds: what was asked for is put on screen meanwhile. */
const REST_MS = 300;

/**
 * Does what may be asked for next while nothing is asked of a lane, in steps: what waits goes before each of them.
 * A thread stays alive for it until {@link IdleWork.stop}.
 */
export class IdleWork {
  readonly #step: () => boolean;
  #timer: NodeJS.Timeout | null = null;
  #next: NodeJS.Immediate | null = null;

  /** @param step - takes some milliseconds at most; false once there is nothing left to do. Must not throw. */
  constructor(step: () => boolean) {
    this.#step = step;
  }

  /** Goes on with the work after a rest, if it is not under way. */
  begin(): void {
    if (this.#timer !== null || this.#next !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#goOn();
    }, REST_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#next !== null) clearImmediate(this.#next);
    this.#timer = null;
    this.#next = null;
  }

  #goOn(): void {
    this.#next = setImmediate(() => {
      this.#next = null;
      if (this.#step()) this.#goOn();
    });
  }
}
