import type { AskedTarget } from '../shared/session-link.ts';

/** What was asked for by a link or on the command line, until a window takes it. The newest is the one that counts. */
export class AskedPlace {
  readonly #announce: () => void;
  #target: AskedTarget | null;

  /**
   * @param first - what the app was started with.
   * @param announce - tells the windows that there is something to take.
   */
  constructor(first: AskedTarget | null, announce: () => void) {
    this.#announce = announce;
    this.#target = first;
  }

  /** Keeps a target for the window. */
  ask(target: AskedTarget): void {
    this.#target = target;
    this.#announce();
  }

  /**
   * Hands the target over, once; null where there is none.
   *
   * @param isShown - asked where it is a session: whether the window shows the file that is open. If not, the session
   * stays, because the window would look it up in the wrong file.
   */
  async take(isShown: () => Promise<boolean>): Promise<AskedTarget | null> {
    const target = this.#target;
    if (target?.kind === 'session' && !(await isShown())) return null;
    // Meanwhile it may have been taken, or another one asked for, which is announced.
    if (this.#target !== target) return null;
    this.#target = null;
    return target;
  }
}
