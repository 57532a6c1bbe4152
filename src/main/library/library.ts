import { AppError } from '../../shared/errors.ts';
import type { readerOps } from '../lanes/reader-ops.ts';
import type { searchOps } from '../lanes/search-ops.ts';
import type { taskOps } from '../lanes/task-ops.ts';
import type { writerOps } from '../lanes/writer-ops.ts';
import type { ChangeListener } from './change-feed.ts';
import { ChangeFeed } from './change-feed.ts';
import { Lane, type OnProgress } from './lane.ts';
import type { LanePlaces, Probe } from './protocol.ts';

type ReaderOps = typeof readerOps;
type SearchOps = typeof searchOps;
type WriterOps = typeof writerOps;
type TaskOps = typeof taskOps;
type InputOf<F> = F extends (context: never, input: infer I) => unknown ? I : never;
type OutputOf<F> = F extends (...args: never) => infer O ? Awaited<O> : never;

/** Where the threads' scripts are. */
export interface LaneEntries {
  readonly reader: URL | string;
  readonly search: URL | string;
}

/** What a library needs for more than reading. */
export interface WorkOptions {
  readonly writer: URL | string;
  readonly task: URL | string;
  readonly places: LanePlaces;
  /** Why nothing may be written now, asked before each change; null where it may. */
  readonly refuse: () => AppError | null;
}

/** What a library is opened with. */
export interface LibraryOptions {
  readonly path: string;
  readonly entries: LaneEntries;
  readonly listener: ChangeListener;
  /** Absent where nothing is ever written. */
  readonly work?: WorkOptions;
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
  readonly #working: WorkingLanes | null;
  readonly #searches = new Set<Search>();
  /** Reads wait for it while something has the file to itself. */
  #alone: Promise<unknown> | null = null;

  private constructor({ path, entries, listener, work }: LibraryOptions) {
    this.path = path;
    this.#working = work === undefined ? null : workingLanes(path, work);
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
   * Repairs a file that nothing has open, and that need not be one that can be opened.
   *
   * @throws AppError `db-read-only` where nothing may be written; see `repair`.
   */
  static async repairFile(
    path: string,
    work: WorkOptions,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<OutputOf<WriterOps['repairDatabase']>> {
    const { writer, task } = workingLanes(path, work);
    try {
      const report = await writer.call('repairDatabase', {}, signal, onProgress);
      return report as OutputOf<WriterOps['repairDatabase']>;
    } finally {
      await Promise.all([writer.close(), task.close()]);
    }
  }

  /** False where it was opened for reading only. */
  get canWork(): boolean {
    return this.#working !== null;
  }

  /**
   * Runs a short read.
   *
   * @throws AppError `cancelled`, `lane-crashed`, or what the operation threw.
   */
  async read<K extends keyof ReaderOps>(
    op: K,
    input: InputOf<ReaderOps[K]>,
    signal?: AbortSignal,
  ): Promise<OutputOf<ReaderOps[K]>> {
    if (this.#alone !== null) await this.#alone;
    return (await this.#reader.call(op, input, signal)) as OutputOf<ReaderOps[K]>;
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
      if (this.#alone !== null) await this.#alone;
      return (await this.#search.call(op, input, either)) as OutputOf<SearchOps[K]>;
    } finally {
      this.#searches.delete(search);
    }
  }

  /**
   * Changes the database. What was changed is announced at once. An aborted call answers only when the operation has
   * come to a stop, with what it then says: `cancelled` where nothing was changed.
   *
   * @throws AppError `db-read-only` before anything is opened where nothing may be written; `needs-upgrade`
   * for an older file; `db-locked` where another program did not let go; `lane-crashed`; or what the operation threw.
   */
  async write<K extends keyof WriterOps>(
    op: K,
    input: InputOf<WriterOps[K]>,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<OutputOf<WriterOps[K]>> {
    const { writer } = this.#lanesThatWork();
    if (this.#alone !== null) await this.#alone;
    try {
      return (await writer.call(op, input, signal, onProgress)) as OutputOf<WriterOps[K]>;
    } finally {
      this.changes.pollNow();
    }
  }

  /**
   * Runs a read that takes long, or writes beside the database. An aborted call answers as one of {@link write} does.
   *
   * @throws AppError `cancelled`, `lane-crashed`, or what the operation threw.
   */
  async task<K extends keyof TaskOps>(
    op: K,
    input: InputOf<TaskOps[K]>,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<OutputOf<TaskOps[K]>> {
    const { task, ask } = this.#lanesThatWork();
    if (this.#alone !== null) await this.#alone;
    const lane = LONG_TASKS.has(op) ? task : ask;
    return (await lane.call(op, input, signal, onProgress)) as OutputOf<TaskOps[K]>;
  }

  /**
   * Runs a change of the whole file, as {@link write} does, while none of our other connections is open. Reads, searches
   * and tasks that come meanwhile wait for its end.
   */
  async writeAlone<K extends keyof WriterOps>(
    op: K,
    input: InputOf<WriterOps[K]>,
    signal?: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<OutputOf<WriterOps[K]>> {
    const { writer } = this.#lanesThatWork();
    while (this.#alone !== null) await this.#alone;
    this.changes.pause();
    const work = this.#releaseReaders().then(() => writer.call(op, input, signal, onProgress));
    this.#alone = Promise.allSettled([work]);
    try {
      return (await work) as OutputOf<WriterOps[K]>;
    } finally {
      this.#alone = null;
      this.changes.resume();
    }
  }

  /** Has every lane that reads open the file anew: what it found at its last opening may not hold any more. */
  async lookAfresh(): Promise<void> {
    await this.#releaseReaders();
    this.changes.pollNow();
  }

  async #releaseReaders(): Promise<void> {
    const { task, ask } = this.#working ?? {};
    await Promise.all([this.#reader.release(), this.#search.release(), task?.release(), ask?.release()]);
  }

  /**
   * Stops what is being written as soon as it can be stopped, and closes the connection that writes. What was done until
   * then is done, and its callers are told.
   */
  async stopWriting(): Promise<void> {
    await this.#working?.writer.stop();
  }

  /** Cancels what runs and ends all threads; what cannot be stopped half-way is waited for. */
  async close(): Promise<void> {
    this.changes.dispose();
    const { writer, task, ask } = this.#working ?? {};
    await Promise.all([this.#reader.close(), this.#search.close(), writer?.close(), task?.close(), ask?.close()]);
  }

  #probe(lane: Lane): Promise<Probe> {
    return lane.call('probe', null) as Promise<Probe>;
  }

  #lanesThatWork(): WorkingLanes {
    if (this.#working === null) throw new AppError('db-read-only', 'This database was opened for reading only.');
    return this.#working;
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

/** Lanes for more than short reads; a thread is there only once it is used. */
interface WorkingLanes {
  readonly writer: Lane;
  /** What takes as long as the file is large. */
  readonly task: Lane;
  /** Counts that somebody waits for, who must not wait for an export to end. */
  readonly ask: Lane;
}

const LONG_TASKS: ReadonlySet<keyof TaskOps> = new Set<keyof TaskOps>(['backUp', 'checkDatabase', 'exportSessions']);

function workingLanes(path: string, { writer, task, places, refuse }: WorkOptions): WorkingLanes {
  const shared = { path, places, answersWhenCancelled: true } as const;
  return {
    writer: new Lane({ ...shared, name: 'writer', entry: writer, refuse }),
    task: new Lane({ ...shared, name: 'task', entry: task }),
    ask: new Lane({ ...shared, name: 'ask', entry: task }),
  };
}
