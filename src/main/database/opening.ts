import type { DatabaseFacts, DatabaseState } from '../../shared/contract/database.ts';
import { displayPath, explainFailure } from './open-failure.ts';
import type { Opened } from './open-file.ts';
import { warnOf } from './warn-of.ts';

/** How long a caller waits for an open under way before it is told `opening`, in milliseconds. */
const OPENING_PATIENCE = 400;

/** Something to open. */
export interface Target<T extends Opened> {
  /** The file, or what stands for several. */
  readonly path: string;
  /** The file is a private copy of the one that was meant. */
  readonly isCopy: boolean;
  /** Opens it; rejects with an `AppError` that says why not. Nothing stays open then. */
  readonly open: () => Promise<T>;
}

/** What is open now, or why nothing is: one thing at a time, the one asked for last. */
export class Opening<T extends Opened> {
  readonly #onState: () => void;
  readonly #onOpened: (target: Target<T>) => void;
  #state: DatabaseState = { kind: 'welcome', lookedIn: [] };
  #opened: T | null = null;
  #target: Target<T> | null = null;
  #generation = 0;
  #opening: Promise<void> = Promise.resolve();

  /**
   * @param onState - called whenever the state changed.
   * @param onOpened - called after something was opened.
   */
  constructor(onState: () => void, onOpened: (target: Target<T>) => void) {
    this.#onState = onState;
    this.#onOpened = onOpened;
  }

  /** What is open; null where nothing is. */
  get opened(): T | null {
    return this.#opened;
  }

  /** What was asked for last, whether it could be opened or not. */
  get target(): Target<T> | null {
    return this.#target;
  }

  get failed(): boolean {
    return this.#state.kind === 'failed';
  }

  /** The state as it is now; facts of what is open are read afresh. */
  async state(): Promise<DatabaseState> {
    await Promise.race([this.#opening, new Promise(done => setTimeout(done, OPENING_PATIENCE))]);
    const opened = this.#opened;
    if (this.#state.kind !== 'open' || opened === null) return this.#state;
    const generation = this.#generation;
    try {
      const before = this.#state.facts;
      const facts = await opened.facts();
      if (!this.#isStillOpen(generation)) return this.#state;
      // Where sessions came or went the old count is wrong; else it stands until it has been counted anew.
      const known = facts.sessions === before.sessions ? before.conversations : null;
      this.#state = { kind: 'open', facts: { ...facts, conversations: facts.conversations ?? known } };
      if (facts.conversations === null) void this.#readIndex(opened, generation);
    } catch (error) {
      warnOf('The facts of the database could not be read again', error);
    }
    return this.#state;
  }

  /** Closes what is open, and opens another. Never rejects: what failed is the state. */
  open(target: Target<T>): Promise<void> {
    this.#opening = this.#openNow(target);
    return this.#opening;
  }

  /** Opens once more what was asked for last. */
  async again(): Promise<void> {
    if (this.#target !== null) await this.open(this.#target);
  }

  /** Nothing is open: this is shown instead. */
  show(state: DatabaseState): void {
    this.#setState(state);
  }

  /** What was asked for last could not be opened, or cannot be read any more. What was open is still watched. */
  fail(error: unknown, change: { readonly canOpenCopy?: false } = {}): void {
    this.#setState({ kind: 'failed', failure: { ...explainFailure(this.#target?.path ?? '', error), ...change } });
  }

  /** The file that could not be made is what was asked for last. */
  failAt(target: Target<T>, error: unknown): void {
    this.#target = target;
    this.fail(error);
  }

  /** Closes what is open, for good where no `open` follows. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.close();
  }

  /** What is being opened is closed as soon as it is. */
  abandon(): void {
    this.#generation += 1;
  }

  async #openNow(target: Target<T>): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#target = target;
    const closing = this.close();
    this.#setState({ kind: 'opening', path: displayPath(target.path) });
    await closing;
    try {
      const opened = await target.open();
      if (generation !== this.#generation) {
        await opened.close();
        return;
      }
      this.#opened = opened;
      this.#setState({ kind: 'open', facts: await opened.facts() });
      // The list comes first.
      void this.#readIndex(opened, generation).then(() => this.#settle(opened, generation));
      this.#onOpened(target);
    } catch (error) {
      if (generation !== this.#generation) return;
      await this.close();
      const failure = explainFailure(target.path, error);
      this.#setState({ kind: 'failed', failure: { ...failure, canRepair: failure.canRepair && !target.isCopy } });
    }
  }

  /** Has the reader make its index before the window asks for it; the facts then know how many conversations there are. */
  async #readIndex(opened: T, generation: number): Promise<void> {
    try {
      const conversations = await opened.countConversations();
      if (generation !== this.#generation || this.#state.kind !== 'open') return;
      // Whoever hears of a new state asks for it again: only news is told.
      if (this.#state.facts.conversations === conversations) return;
      const facts: DatabaseFacts = { ...this.#state.facts, conversations };
      this.#setState({ kind: 'open', facts });
    } catch (error) {
      warnOf('The conversations could not be counted', error);
    }
  }

  async #settle(opened: T, generation: number): Promise<void> {
    if (generation === this.#generation && opened === this.#opened) await opened.settle();
  }

  /** False where another file was asked for, or this one could not be read any more, since that generation began. */
  #isStillOpen(generation: number): boolean {
    return generation === this.#generation && this.#state.kind === 'open';
  }

  #setState(state: DatabaseState): void {
    this.#state = state;
    this.#onState();
  }
}
