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
    this.#target = first;
    this.#announce = announce;
  }

  /** Keeps a target for the window. */
  ask(target: AskedTarget): void {
    this.#target = target;
    this.#announce();
  }

  /**
   * Hands the target over, once; null where there is none.
   *
   * @param isShown - the window shows the file that is open: a session elsewhere would be looked up in the wrong one.
   */
  take(isShown: boolean): AskedTarget | null {
    const target = this.#target;
    if (target?.kind === 'session' && !isShown) return null;
    this.#target = null;
    return target;
  }
}
