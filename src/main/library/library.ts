import type { LaneOp } from '../lanes/context.ts';
import type { readerOps } from '../lanes/reader-ops.ts';
import type { searchOps } from '../lanes/search-ops.ts';
import type { ChangeListener } from './change-feed.ts';
import { ChangeFeed } from './change-feed.ts';
import { Lane } from './lane.ts';
import type { Probe } from './protocol.ts';

type ReaderOps = typeof readerOps;
type SearchOps = typeof searchOps;
type InputOf<F> = F extends LaneOp<infer I, unknown> ? I : never;
type OutputOf<F> = F extends (...args: never) => infer O ? O : never;

/** Where the threads' scripts are. */
export interface LaneEntries {
  readonly reader: URL | string;
  readonly search: URL | string;
}

/** What a library is opened with. */
export interface LibraryOptions {
  readonly path: string;
  readonly entries: LaneEntries;
  readonly listener: ChangeListener;
}

/** A request of the search lane that has not been answered yet. */
interface Search {
  readonly subject: string;
  readonly stage: string;
  readonly controller: AbortController;
}

/** One open database: picks the lane for an operation, and watches the file. Nothing here runs SQL. */
export class Library {
  readonly path: string;
  /** Tells of commits by others. Polls once the library is open. */
  readonly changes: ChangeFeed;
  readonly #reader: Lane;
  readonly #search: Lane;
  readonly #searches = new Set<Search>();

  private constructor({ path, entries, listener }: LibraryOptions) {
    this.path = path;
    this.#reader = new Lane({ name: 'reader', entry: entries.reader, path });
    this.#search = new Lane({ name: 'search', entry: entries.search, path });
    this.changes = new ChangeFeed(() => this.#probe(this.#reader), listener);
  }

  /**
   * Opens a database for reading.
   *
   * @throws AppError with one of the `db-…` codes where the file cannot be opened; no thread is left behind then.
   */
  static async open(options: LibraryOptions): Promise<Library> {
    const library = new Library(options);
    try {
      await library.#probe(library.#reader);
    } catch (error) {
      await library.close();
      throw error;
    }
    library.changes.start();
    return library;
  }

  /**
   * Runs a short read.
   *
   * @throws AppError `cancelled`, `lane-crashed`, or what the operation threw.
   */
  read<K extends keyof ReaderOps>(
    op: K,
    input: InputOf<ReaderOps[K]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<ReaderOps[K]>> {
    return this.#reader.call(op, input, signal) as Promise<OutputOf<ReaderOps[K]>>;
  }

  /**
   * Runs a stage of a search. The newest request wins: it cancels requests for other subjects and an older one for the
   * same stage. Stages of one subject run one after the other.
   *
   * @throws AppError `cancelled`, `lane-crashed`, or what the operation threw.
   */
  async search<K extends keyof SearchOps>(
    op: K,
    input: InputOf<SearchOps[K]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<SearchOps[K]>> {
    const search = this.#supersede(op, input);
    const either =
      signal === undefined ? search.controller.signal : AbortSignal.any([signal, search.controller.signal]);
    try {
      return (await this.#search.call(op, input, either)) as OutputOf<SearchOps[K]>;
    } finally {
      this.#searches.delete(search);
    }
  }

  /** Cancels what runs and ends both threads. */
  async close(): Promise<void> {
    this.changes.dispose();
    await Promise.all([this.#reader.close(), this.#search.close()]);
  }

  #probe(lane: Lane): Promise<Probe> {
    return lane.call('probe', null) as Promise<Probe>;
  }

  #supersede(op: string, input: unknown): Search {
    const { stage = '', limit: _, ...subject } = input as { readonly stage?: string; readonly limit?: number };
    const search = { subject: JSON.stringify([op, subject]), stage, controller: new AbortController() };
    for (const older of this.#searches) {
      if (older.subject !== search.subject || older.stage === stage) older.controller.abort();
    }
    this.#searches.add(search);
    return search;
  }
}
