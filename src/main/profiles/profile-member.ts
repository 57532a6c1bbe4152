import type { DatabaseFacts, OpenFailure } from '../../shared/contract/database.ts';
import type { ProfileDatabase } from '../database/choices.ts';
import { explainFailure } from '../database/open-failure.ts';
import { OpenFile } from '../database/open-file.ts';
import { warnOf } from '../database/warn-of.ts';
import type { Library } from '../library/library.ts';

/** How the file of a profile is opened. */
export interface MemberParts {
  readonly openLibrary: (path: string) => Promise<Library>;
  /** Called after the file was looked at anew. */
  readonly onLooked: () => void;
}

/** A profile that is in the view; the same object as long as the same file is open. */
export interface ReadableProfile {
  readonly key: string;
  readonly file: OpenFile;
}

/** One profile of a view over several: its open file, or why it is not in the view. */
export class ProfileMember {
  /** Its name; rows carry it. */
  readonly key: string;
  readonly path: string;
  readonly #parts: MemberParts;
  #open: ReadableProfile | null = null;
  #failure: OpenFailure | null = null;
  #facts: DatabaseFacts | null = null;
  #closed = false;
  #opening: Promise<void> = Promise.resolve();

  constructor({ name, path }: ProfileDatabase, parts: MemberParts) {
    this.key = name;
    this.path = path;
    this.#parts = parts;
  }

  /** Null where it cannot be read now. */
  get readable(): ReadableProfile | null {
    return this.#failure === null ? this.#open : null;
  }

  /** Why it is not in the view; null where it is. */
  get failure(): OpenFailure | null {
    return this.#failure;
  }

  /** What was last known of the file; null before it could be read. */
  get facts(): DatabaseFacts | null {
    return this.#facts;
  }

  /** Opens the file, closing what was open of it before. Never rejects: what failed is the failure. */
  open(): Promise<void> {
    this.#opening = this.#opening.then(() => this.#openNow());
    return this.#opening;
  }

  async #openNow(): Promise<void> {
    await this.#open?.file.close();
    this.#open = null;
    try {
      const library = await this.#parts.openLibrary(this.path);
      if (this.#closed) {
        await library.close();
        return;
      }
      const { path, key: profile } = this;
      const file = new OpenFile({ path, library, isCopy: false, profile, onLooked: this.#parts.onLooked });
      this.#open = { key: this.key, file };
      this.#facts = await file.facts();
      this.#failure = null;
    } catch (error) {
      this.fail(error);
    }
  }

  /** It cannot be read. What is open of it is still watched, and told when it can be read again. */
  fail(error: unknown): void {
    this.#failure = explainFailure(this.path, error);
  }

  /** Reads the facts anew; where that fails, those that were known stay. */
  async lookAtFacts(): Promise<void> {
    const { readable } = this;
    if (readable === null) return;
    try {
      this.#facts = await readable.file.facts();
    } catch (error) {
      warnOf('The facts of a profile could not be read again', error);
    }
  }

  /** For good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#open?.file.close();
    this.#open = null;
  }
}
