import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseChoice, DatabaseState } from '../../shared/contract/database.ts';
import type { RepairReport } from '../../shared/contract/maintenance.ts';
import type { Interruption } from '../../shared/contract/trash.ts';
import { AppError, type WireError } from '../../shared/errors.ts';
import type { JobTools } from '../jobs/jobs.ts';
import type { Library } from '../library/library.ts';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { listChoices, pathOfChoice, type ChoiceSources, type HermesPlaces } from './choices.ts';
import { displayPath, explainFailure } from './open-failure.ts';
import { copyDatabase } from './private-copy.ts';

/** What the manager works with; the composition root supplies it. */
export interface DatabaseManagerOptions {
  readonly settings: Settings;
  readonly places: HermesPlaces;
  /** Path of the sample database in the user-data folder. */
  readonly samplePath: string;
  /** Folder for private copies. */
  readonly copiesFolder: string;
  /** Opens the lanes on a file; rejects with an `AppError` that says why not. */
  readonly openLibrary: (path: string) => Promise<Library>;
  /** Repairs a file that none of our connections has open. */
  readonly repairFile: (path: string, tools: JobTools) => Promise<RepairReport>;
  /** Makes the sample database at a path, on a thread of its own. */
  readonly createSample: (path: string) => Promise<void>;
  /** Asks for a file in a native dialog; null where the user cancels. */
  readonly chooseFile: () => Promise<string | null>;
  /** Called whenever the state changed. */
  readonly onState: () => void;
}

/** How long a caller waits for an open under way before it is told `opening`, in milliseconds. */
const OPENING_PATIENCE = 400;

/** The one open database: which file, in what state, and the lanes that read it. */
export class DatabaseManager {
  readonly #options: DatabaseManagerOptions;
  #state: DatabaseState;
  #library: Library | null = null;
  /** The file that was asked for last, whether it could be opened or not. */
  #path: string | null = null;
  #isCopy = false;
  #generation = 0;
  /** The sample that is being made, so that two clicks make one. */
  #sample: Promise<void> | null = null;
  #opening: Promise<void> = Promise.resolve();
  #interruptions: Promise<Interruption[]> | null = null;

  constructor(options: DatabaseManagerOptions) {
    this.#options = options;
    this.#state = { kind: 'welcome', lookedIn: [] };
  }

  /** The lanes of the open file. @throws AppError `no-database` where none is open. */
  get library(): Library {
    if (this.#library === null) throw new AppError('no-database', 'No database is open.');
    return this.#library;
  }

  /** The lanes where a file is open, else null. */
  get openLibrary(): Library | null {
    return this.#library;
  }

  /**
   * Opens what the app starts with: the file named on the command line, the last choice, or Hermes's own.
   *
   * @param asked - file of the command line, or null.
   * @param problem - what is wrong with the command line; shown instead of opening another file than was meant.
   */
  start(asked: string | null, problem: string | null): Promise<void> {
    const { settings, places } = this.#options;
    if (problem !== null) return this.#refuse(problem);
    if (asked !== null) return this.#open(asked, false);
    const last = settings.lastDatabase;
    if (last !== null && existsSync(last)) return this.#open(last, false);
    const found = places.candidates.find(candidate => existsSync(candidate));
    if (found !== undefined) return this.#open(found, false);
    this.#setState({ kind: 'welcome', lookedIn: places.lookedIn() });
    return Promise.resolve();
  }

  /** The state as it is now; facts of an open file are read afresh. */
  async state(): Promise<DatabaseState> {
    await Promise.race([this.#opening, new Promise(done => setTimeout(done, OPENING_PATIENCE))]);
    const library = this.#library;
    if (this.#state.kind !== 'open' || library === null) return this.#state;
    const generation = this.#generation;
    try {
      const before = this.#state.facts;
      const facts = await this.#facts(library);
      if (!this.#isStillOpen(generation)) return this.#state;
      // Where sessions came or went the old count is wrong; else it stands until it has been counted anew.
      const known = facts.sessions === before.sessions ? before.conversations : null;
      this.#state = { kind: 'open', facts: { ...facts, conversations: facts.conversations ?? known } };
      if (facts.conversations === null) void this.#readIndex(library, generation);
    } catch (error) {
      warnOf('The facts of the database could not be read again', error);
    }
    return this.#state;
  }

  choices(): DatabaseChoice[] {
    return listChoices(this.#choiceSources());
  }

  /** @throws AppError `invalid-input` for a key that no choice has. */
  async openChoice(key: string): Promise<DatabaseState> {
    const path = pathOfChoice(this.#choiceSources(), key);
    if (path === null) throw new AppError('invalid-input', 'This database is not among the choices any more.');
    if (path === this.#options.samplePath) return this.openSample();
    await this.#open(path, false);
    return this.state();
  }

  /** Opens a file that was named on the command line of a second start. */
  async openFile(path: string): Promise<void> {
    await this.#open(path, false);
  }

  async openDialog(): Promise<DatabaseState> {
    const path = await this.#options.chooseFile();
    if (path !== null) await this.#open(path, false);
    return this.state();
  }

  async openSample(): Promise<DatabaseState> {
    const { samplePath, createSample } = this.#options;
    if (!existsSync(samplePath)) {
      await this.#close();
      this.#setState({ kind: 'opening', path: displayPath(samplePath) });
      try {
        this.#sample ??= createSample(samplePath).finally(() => {
          this.#sample = null;
        });
        await this.#sample;
      } catch (error) {
        this.#path = samplePath;
        this.#setState({ kind: 'failed', failure: explainFailure(samplePath, error) });
        return this.#state;
      }
    }
    await this.#open(samplePath, false);
    return this.state();
  }

  async retry(): Promise<DatabaseState> {
    if (this.#path !== null) await this.#open(this.#path, this.#isCopy);
    return this.state();
  }

  async openCopy(): Promise<DatabaseState> {
    const path = this.#path;
    if (path === null) throw new AppError('no-database', 'There is no file to copy.');
    let copy: string;
    try {
      copy = await copyDatabase(path, this.#options.copiesFolder);
    } catch (error) {
      this.#setState({ kind: 'failed', failure: { ...explainFailure(path, error), canOpenCopy: false } });
      return this.#state;
    }
    await this.#open(copy, true);
    return this.state();
  }

  /**
   * Repairs the file that could not be opened. Nothing of it is open meanwhile, and nothing is opened afterwards.
   *
   * @throws AppError `no-database` where no file has failed; what the repair throws.
   */
  async repair(tools: JobTools): Promise<RepairReport> {
    const path = this.#path;
    if (path === null || this.#state.kind !== 'failed')
      throw new AppError('no-database', 'There is no file to repair.');
    // One that was open before it failed is still watched.
    await this.#close();
    return this.#options.repairFile(path, tools);
  }

  /**
   * Runs work that changes the open file as a whole, and has everything look at it anew afterwards, whatever came of it.
   *
   * @throws AppError `no-database`, or what `work` throws.
   */
  async lookAfresh<T>(work: (library: Library) => Promise<T>): Promise<T> {
    const { library } = this;
    try {
      return await work(library);
    } finally {
      if (library === this.#library) {
        await library.lookAfresh();
        this.#options.onState();
      }
    }
  }

  /** What earlier starts of the app left unfinished in the open file; settled once for each opening of it. */
  async interruptions(): Promise<Interruption[]> {
    const { library } = this;
    this.#interruptions ??= library.task('settleInterruptions', {}).catch((error: unknown) => {
      this.#interruptions = null;
      throw error;
    });
    return this.#interruptions;
  }

  /** Forgets them. */
  dismissInterruptions(): void {
    this.#interruptions = Promise.resolve([]);
  }

  /** Closes the lanes. Nothing of the file stays open afterwards. */
  async dispose(): Promise<void> {
    this.#generation += 1;
    await this.#close();
  }

  /**
   * The open file cannot be read any more, or can again.
   *
   * @param error - why not; null once it can.
   */
  async trouble(error: WireError | null): Promise<void> {
    const path = this.#path;
    if (path === null || this.#library === null) return;
    if (error === null) await this.#open(path, this.#isCopy);
    else this.#setState({ kind: 'failed', failure: explainFailure(path, AppError.fromWire(error)) });
  }

  #refuse(problem: string): Promise<void> {
    const error = new AppError('invalid-input', problem);
    this.#setState({ kind: 'failed', failure: { ...explainFailure('', error), message: problem, canRetry: false } });
    return Promise.resolve();
  }

  #choiceSources(): ChoiceSources {
    const { settings, places, samplePath } = this.#options;
    return { places, recent: settings.recentDatabases, samplePath, current: this.#path };
  }

  #open(path: string, isCopy: boolean): Promise<void> {
    this.#opening = this.#openNow(resolve(path), isCopy);
    return this.#opening;
  }

  async #openNow(path: string, isCopy: boolean): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#path = path;
    this.#isCopy = isCopy;
    const closing = this.#close();
    this.#setState({ kind: 'opening', path: displayPath(path) });
    await closing;
    try {
      const library = await this.#options.openLibrary(path);
      if (generation !== this.#generation) {
        await library.close();
        return;
      }
      this.#library = library;
      this.#setState({ kind: 'open', facts: await this.#facts(library) });
      void this.#readIndex(library, generation).then(() => this.#settle(generation));
      if (!isCopy) this.#options.settings.rememberDatabase(path);
    } catch (error) {
      if (generation !== this.#generation) return;
      await this.#close();
      const failure = explainFailure(path, error);
      this.#setState({ kind: 'failed', failure: { ...failure, canRepair: failure.canRepair && !isCopy } });
    }
  }

  async #facts(library: Library): Promise<Extract<DatabaseState, { kind: 'open' }>['facts']> {
    const path = this.#path ?? '';
    const facts = await library.read('databaseFacts', {});
    return {
      ...facts,
      path: displayPath(path),
      profile: this.#options.places.profileOf(path),
      isCopy: this.#isCopy,
    };
  }

  /** Has the reader make its index before the window asks for it; the facts then know how many conversations there are. */
  async #readIndex(library: Library, generation: number): Promise<void> {
    try {
      const conversations = await library.read('conversationCount', {});
      if (generation !== this.#generation || this.#state.kind !== 'open') return;
      // Whoever hears of a new state asks for it again: only news is told.
      if (this.#state.facts.conversations === conversations) return;
      this.#setState({ kind: 'open', facts: { ...this.#state.facts, conversations } });
    } catch (error) {
      warnOf('The conversations could not be counted', error);
    }
  }

  /** What earlier starts left half-way is settled whether the window asks for it or not; the list comes first. */
  async #settle(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#library?.canWork !== true) return;
    try {
      await this.interruptions();
    } catch (error) {
      warnOf('What earlier starts of the app left could not be settled', error);
    }
  }

  /** False where another file was asked for, or this one could not be read any more, since that generation began. */
  #isStillOpen(generation: number): boolean {
    return generation === this.#generation && this.#state.kind === 'open';
  }

  async #close(): Promise<void> {
    const library = this.#library;
    this.#library = null;
    this.#interruptions = null;
    await library?.close();
  }

  #setState(state: DatabaseState): void {
    this.#state = state;
    this.#options.onState();
  }
}

/** What is being closed cancels what it is asked: that is no fault. */
function warnOf(message: string, error: unknown): void {
  const code = codeOf(error);
  if (code !== 'cancelled') log.warn(message, { code });
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'internal';
}
