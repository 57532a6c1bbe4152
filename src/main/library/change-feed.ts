import type { WireError } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import type { Probe } from './protocol.ts';

/** Milliseconds between two looks at the file while the window is visible, and while it is not. */
const VISIBLE_MS = 500;
const HIDDEN_MS = 5000;
/** What the next look may find gone: a writer's lock, a file that is being closed, a thread that is started anew. */
const PASSING: ReadonlySet<string> = new Set(['db-locked', 'cancelled', 'no-database', 'lane-crashed']);
/** At most four announcements a second. */
const MIN_GAP_MS = 250;

/** What a change feed tells. */
export interface ChangeListener {
  /** Another connection committed, or another file lies at the path. */
  readonly onChange: () => void;
  /** The file cannot be read any more; null once it can again. A lock held by a writer is not trouble. */
  readonly onTrouble: (error: WireError | null) => void;
}

/** Notices commits of other connections by polling; announces them coalesced and never loses the last one. */
export class ChangeFeed {
  readonly #probe: () => Promise<Probe>;
  readonly #listener: ChangeListener;
  #timer: NodeJS.Timeout | null = null;
  #announceTimer: NodeJS.Timeout | null = null;
  #stamp: string | null = null;
  #trouble: string | null = null;
  #announcedAt = -Infinity;
  #visible = true;
  #paused = false;
  #polling = false;
  #again = false;
  #disposed = false;

  /** @param probe - looks at the file; see {@link Probe}. */
  constructor(probe: () => Promise<Probe>, listener: ChangeListener) {
    this.#probe = probe;
    this.#listener = listener;
  }

  /** Starts polling. What the first look finds is the state from which changes count. */
  start(): void {
    this.pollNow();
  }

  /** Polls more rarely while nobody can see the window, and at once when it is seen again. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible) this.pollNow();
  }

  /** Looks at once, or once more where a look is under way. */
  pollNow(): void {
    if (this.#disposed || this.#paused) return;
    if (this.#polling) this.#again = true;
    else void this.#poll();
  }

  /** Does not look at the file until {@link resume}. A look under way ends first. */
  pause(): void {
    this.#paused = true;
    this.#again = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Looks at once, and goes on. */
  resume(): void {
    this.#paused = false;
    this.pollNow();
  }

  /** Stops for good; nothing is announced afterwards. */
  dispose(): void {
    this.#disposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#announceTimer !== null) clearTimeout(this.#announceTimer);
  }

  async #poll(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#polling = true;
    try {
      const { stamp } = await this.#probe();
      this.#onStamp(stamp);
    } catch (error) {
      this.#onFailure(error);
    }
    this.#polling = false;
    if (this.#disposed || this.#paused) return;
    const again = this.#again;
    this.#again = false;
    if (again) void this.#poll();
    else this.#timer = setTimeout(() => void this.#poll(), this.#visible ? VISIBLE_MS : HIDDEN_MS);
  }

  #onStamp(stamp: string): void {
    if (this.#disposed) return;
    this.#setTrouble(null);
    const changed = this.#stamp !== null && this.#stamp !== stamp;
    this.#stamp = stamp;
    if (changed) this.#announce();
  }

  #onFailure(error: unknown): void {
    if (this.#disposed) return;
    const wire = error instanceof AppError ? error.toWire() : new AppError('internal', String(error)).toWire();
    if (PASSING.has(wire.code)) return;
    this.#setTrouble(wire);
  }

  #setTrouble(error: WireError | null): void {
    const code = error?.code ?? null;
    if (code === this.#trouble) return;
    this.#trouble = code;
    this.#listener.onTrouble(error);
  }

  #announce(): void {
    if (this.#announceTimer !== null) return;
    const wait = this.#announcedAt + MIN_GAP_MS - performance.now();
    if (wait <= 0) {
      this.#announcedAt = performance.now();
      this.#listener.onChange();
      return;
    }
    this.#announceTimer = setTimeout(() => {
      this.#announceTimer = null;
      this.#announcedAt = performance.now();
      this.#listener.onChange();
    }, wait);
  }
}
