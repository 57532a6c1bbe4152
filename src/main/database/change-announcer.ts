import { log } from '../log.ts';

/** What the announcer asks and tells. */
export interface AnnouncerParts {
  /** Tells the windows that rows may have changed. */
  readonly announce: () => void;
  /** True where the reader put off a look at rows that may have changed. */
  readonly isPending: () => Promise<boolean>;
}

/** After a change that the reader could not look at in full, in milliseconds. */
const LOOK_AGAIN_AFTER = 1000;

/** Announces commits of other programs, and once more where the reader needed a second look at them. */
export class ChangeAnnouncer {
  readonly #parts: AnnouncerParts;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
  }

  /** Another connection committed. */
  changed(): void {
    if (this.#disposed) return;
    this.#parts.announce();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#lookAgain(), LOOK_AGAIN_AFTER);
  }

  /** Nothing is announced afterwards. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  /** A lane that cannot answer now says so to whoever asks for rows; here it only means that nothing is pending. */
  async #lookAgain(): Promise<void> {
    try {
      if (await this.#parts.isPending()) this.changed();
    } catch (error) {
      log.warn('The reader could not be asked for a second look', { reason: String(error) });
    }
  }
}
