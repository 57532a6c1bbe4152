import type { DatabaseFacts } from '../../shared/contract/database.ts';
import type { Interruption } from '../../shared/contract/trash.ts';
import type { Library } from '../library/library.ts';
import { displayPath } from './open-failure.ts';
import { warnOf } from './warn-of.ts';

/** What of an open database is worked with, one file of it. */
export interface FileAtHand {
  /** Its lanes. @throws AppError `no-database` where none is open; `choose-profile` where several are. */
  readonly library: Library;
  /**
   * Runs work that changes the file as a whole, and has everything look at it anew afterwards, whatever came of it.
   *
   * @throws AppError `no-database`, or what `work` throws.
   */
  lookAfresh<T>(work: (library: Library) => Promise<T>): Promise<T>;
  /** What earlier starts of the app left unfinished in the file; settled once for each opening of it. */
  interruptions(): Promise<Interruption[]>;
  /** Forgets them. */
  dismissInterruptions(): void;
}

/** What is open: one file, or several as one. */
export interface Opened {
  /** Read afresh; `conversations` is null until they have been counted. */
  facts(): Promise<DatabaseFacts>;
  /** Has the readers make their index; answers how many conversations there are. */
  countConversations(): Promise<number>;
  /** What earlier starts left half-way is settled whether the window asks for it or not. */
  settle(): Promise<void>;
  /** See ChangeFeed. */
  setVisible(visible: boolean): void;
  /** True where rows may have changed that were not looked at. */
  isPending(): Promise<boolean>;
  /** See Library. */
  stopWriting(): Promise<void>;
  /** Ends the threads. Nothing of the file stays open afterwards. */
  close(): Promise<void>;
}

/** What {@link OpenFile} is made of. */
export interface OpenFileParts {
  readonly path: string;
  readonly library: Library;
  readonly isCopy: boolean;
  /** Name of the profile that owns it; null for any other file. */
  readonly profile: string | null;
  /** Called after the file was looked at anew. */
  readonly onLooked: () => void;
}

/** One open database file: its lanes, its facts, and what was left unfinished in it. */
export class OpenFile implements FileAtHand, Opened {
  readonly library: Library;
  readonly #parts: OpenFileParts;
  #interruptions: Promise<Interruption[]> | null = null;

  constructor(parts: OpenFileParts) {
    this.#parts = parts;
    this.library = parts.library;
  }

  /** Name of the profile that owns it; null for any other file. */
  get profile(): string | null {
    return this.#parts.profile;
  }

  async facts(): Promise<DatabaseFacts> {
    const { path, profile, isCopy } = this.#parts;
    const facts = await this.library.read('databaseFacts', {});
    return { ...facts, path: displayPath(path), profile, isCopy };
  }

  countConversations(): Promise<number> {
    return this.library.read('conversationCount', {});
  }

  async settle(): Promise<void> {
    if (!this.library.canWork) return;
    try {
      await this.interruptions();
    } catch (error) {
      warnOf('What earlier starts of the app left could not be settled', error);
    }
  }

  interruptions(): Promise<Interruption[]> {
    this.#interruptions ??= this.library.task('settleInterruptions', {}).catch((error: unknown) => {
      this.#interruptions = null;
      throw error;
    });
    return this.#interruptions;
  }

  dismissInterruptions(): void {
    this.#interruptions = Promise.resolve([]);
  }

  async lookAfresh<T>(work: (library: Library) => Promise<T>): Promise<T> {
    try {
      return await work(this.library);
    } finally {
      await this.library.lookAfresh();
      this.#parts.onLooked();
    }
  }

  setVisible(visible: boolean): void {
    this.library.changes.setVisible(visible);
  }

  isPending(): Promise<boolean> {
    return this.library.read('indexPending', {});
  }

  stopWriting(): Promise<void> {
    return this.library.stopWriting();
  }

  close(): Promise<void> {
    return this.library.close();
  }
}
