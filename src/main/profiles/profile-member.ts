import type { DatabaseFacts, OpenFailure } from '../../shared/contract/database.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProfileDatabase } from '../database/choices.ts';
import { explainFailure } from '../database/open-failure.ts';
import { OpenFile } from '../database/open-file.ts';
import type { Library } from '../library/library.ts';

/** How the file of a profile is opened. */
export interface MemberParts {
  readonly openLibrary: (path: string) => Promise<Library>;
  /** Called after the file was looked at anew. */
  readonly onLooked: () => void;
}

/** One profile of a view over several: its open file, or why it is not in the view. */
export class ProfileMember {
  /** Its name; rows carry it. */
  readonly key: string;
  readonly path: string;
  readonly #parts: MemberParts;
  #file: OpenFile | null = null;
  #failure: OpenFailure | null = null;
  #facts: DatabaseFacts | null = null;
  #closed = false;
  #opening: Promise<void> = Promise.resolve();

  constructor({ name, path }: ProfileDatabase, parts: MemberParts) {
    this.key = name;
    this.path = path;
    this.#parts = parts;
  }

  /** Its file; null where it cannot be read now. */
  get file(): OpenFile | null {
    return this.#failure === null ? this.#file : null;
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
    await this.#file?.close();
    this.#file = null;
    try {
      const library = await this.#parts.openLibrary(this.path);
      if (this.#closed) {
        await library.close();
        return;
      }
      const { path, key: profile } = this;
      this.#file = new OpenFile({ path, library, isCopy: false, profile, onLooked: this.#parts.onLooked });
      this.#facts = await this.#file.facts();
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
    const { file } = this;
    if (file === null) return;
    try {
      this.#facts = await file.facts();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'cancelled') throw error;
    }
  }

  /** For good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#file?.close();
    this.#file = null;
  }
}
