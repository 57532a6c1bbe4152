import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseChoice, DatabaseState } from '../../shared/contract/database.ts';
import type { RepairReport } from '../../shared/contract/maintenance.ts';
import type { Interruption } from '../../shared/contract/trash.ts';
import { AppError, type WireError } from '../../shared/errors.ts';
import type { SessionTarget } from '../../shared/session-link.ts';
import type { JobTools } from '../jobs/jobs.ts';
import type { Library } from '../library/library.ts';
import { locateSession } from '../profiles/locate-session.ts';
import { OpenProfiles } from '../profiles/open-profiles.ts';
import type { Settings } from '../settings.ts';
import { existingProfiles, listChoices, pathOfChoice, type ChoiceSources, type HermesPlaces } from './choices.ts';
import { displayPath, explainFailure } from './open-failure.ts';
import { OpenFile, type FileAtHand } from './open-file.ts';
import { Opening, type Target } from './opening.ts';
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

type Anything = OpenFile | OpenProfiles;

/** Which database is open: a file, or all profiles as one; and the ways to another. */
export class DatabaseManager implements FileAtHand {
  readonly #options: DatabaseManagerOptions;
  readonly #opening: Opening<Anything>;
  /** The sample that is being made, so that two clicks make one. */
  #sample: Promise<void> | null = null;

  constructor(options: DatabaseManagerOptions) {
    this.#options = options;
    this.#opening = new Opening<Anything>(options.onState, ({ path, isCopy }) => {
      if (!isCopy) options.settings.rememberDatabase(path);
    });
  }

  get library(): Library {
    return this.#file.library;
  }

  /** What is open, one file or several; null where nothing is. */
  get opened(): Anything | null {
    return this.#opening.opened;
  }

  /** The profiles where all are open as one; else null. */
  get profiles(): OpenProfiles | null {
    const { opened } = this.#opening;
    return opened instanceof OpenProfiles ? opened : null;
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
    if (asked !== null) return this.#open(asked);
    const last = settings.lastDatabase;
    if (last === places.allProfiles && existingProfiles(places).length > 1) return this.#openProfiles();
    if (last !== null && existsSync(last)) return this.#open(last);
    const found = places.candidates.find(candidate => existsSync(candidate));
    if (found !== undefined) return this.#open(found);
    this.#opening.show({ kind: 'welcome', lookedIn: places.lookedIn() });
    return Promise.resolve();
  }

  /** The state as it is now; facts of an open file are read afresh. */
  state(): Promise<DatabaseState> {
    return this.#opening.state();
  }

  choices(): DatabaseChoice[] {
    return listChoices(this.#choiceSources());
  }

  /** @throws AppError `invalid-input` for a key that no choice has. */
  async openChoice(key: string): Promise<DatabaseState> {
    const path = pathOfChoice(this.#choiceSources(), key);
    if (path === null) throw new AppError('invalid-input', 'This database is not among the choices any more.');
    if (path === this.#options.samplePath) return this.openSample();
    if (path === this.#options.places.allProfiles) await this.#openProfiles();
    else await this.#open(path);
    return this.state();
  }

  /** Where a session is that is asked for from outside; see {@link locateSession}. */
  locate(asked: SessionTarget): ReturnType<typeof locateSession> {
    const { opened, target } = this.#opening;
    const open =
      opened instanceof OpenProfiles
        ? opened.readable.map(({ key, file }) => ({ library: file.library, profile: key }))
        : opened === null
          ? []
          : [{ library: opened.library, profile: opened.profile }];
    const others = existingProfiles(this.#options.places).filter(
      ({ name, path }) => path !== target?.path && !open.some(({ profile }) => profile === name),
    );
    return locateSession(asked, { open, others });
  }

  /** Opens a file that was named on the command line of a second start. */
  async openFile(path: string): Promise<void> {
    await this.#open(path);
  }

  async openDialog(): Promise<DatabaseState> {
    const path = await this.#options.chooseFile();
    if (path !== null) await this.#open(path);
    return this.state();
  }

  async openSample(): Promise<DatabaseState> {
    const { samplePath, createSample } = this.#options;
    if (!existsSync(samplePath)) {
      await this.#opening.close();
      this.#opening.show({ kind: 'opening', path: displayPath(samplePath) });
      try {
        this.#sample ??= createSample(samplePath).finally(() => {
          this.#sample = null;
        });
        await this.#sample;
      } catch (error) {
        this.#opening.failAt(this.#target(samplePath), error);
        return this.state();
      }
    }
    await this.#open(samplePath);
    return this.state();
  }

  /** Opens once more what was asked for last; of several profiles those that could not be opened. */
  async retry(): Promise<DatabaseState> {
    const { profiles } = this;
    await (profiles === null ? this.#opening.again() : profiles.retry());
    return this.state();
  }

  async openCopy(): Promise<DatabaseState> {
    const path = this.#opening.target?.path;
    if (path === undefined) throw new AppError('no-database', 'There is no file to copy.');
    let copy: string;
    try {
      copy = await copyDatabase(path, this.#options.copiesFolder);
    } catch (error) {
      this.#opening.fail(error, { canOpenCopy: false });
      return this.state();
    }
    await this.#opening.open(this.#target(copy, true));
    return this.state();
  }

  /**
   * Repairs the file that could not be opened. Nothing of it is open meanwhile, and nothing is opened afterwards.
   *
   * @throws AppError `no-database` where no file has failed; what the repair throws.
   */
  async repair(tools: JobTools): Promise<RepairReport> {
    const path = this.#opening.target?.path;
    if (path === undefined || !this.#opening.failed) throw new AppError('no-database', 'There is no file to repair.');
    // One that was open before it failed is still watched.
    await this.#opening.close();
    return this.#options.repairFile(path, tools);
  }

  lookAfresh<T>(work: (library: Library) => Promise<T>): Promise<T> {
    return this.#file.lookAfresh(work);
  }

  async interruptions(): Promise<Interruption[]> {
    return this.profiles === null ? this.#file.interruptions() : this.profiles.interruptions();
  }

  dismissInterruptions(): void {
    (this.profiles ?? this.#file).dismissInterruptions();
  }

  /** Closes the lanes. Nothing of the file stays open afterwards. */
  async dispose(): Promise<void> {
    this.#opening.abandon();
    await this.#opening.close();
  }

  /**
   * An open file cannot be read any more, or can again.
   *
   * @param error - why not; null once it can.
   */
  async trouble(path: string, error: WireError | null): Promise<void> {
    const { opened, target } = this.#opening;
    if (opened instanceof OpenProfiles) await opened.trouble(path, error);
    else if (opened === null || target?.path !== path) return;
    else if (error === null) await this.#opening.again();
    else this.#opening.fail(AppError.fromWire(error));
  }

  /** The one open file. @throws AppError `no-database`; `choose-profile` where there are several. */
  get #file(): OpenFile {
    const { opened } = this.#opening;
    if (opened === null) throw new AppError('no-database', 'No database is open.');
    if (opened instanceof OpenFile) return opened;
    throw new AppError('choose-profile', 'This works on one profile at a time, and all of them are open.', {
      hint: 'Choose one profile in the title bar.',
    });
  }

  #refuse(problem: string): Promise<void> {
    const error = new AppError('invalid-input', problem);
    const failure = { ...explainFailure('', error), message: problem, canRetry: false };
    this.#opening.show({ kind: 'failed', failure });
    return Promise.resolve();
  }

  #choiceSources(): ChoiceSources {
    const { settings, places, samplePath } = this.#options;
    const current = this.#opening.target?.path ?? null;
    return { places, recent: settings.recentDatabases, samplePath, current };
  }

  #open(path: string): Promise<void> {
    return this.#opening.open(this.#target(resolve(path)));
  }

  #target(path: string, isCopy = false): Target<OpenFile> {
    const { openLibrary, places, onState } = this.#options;
    return {
      path,
      isCopy,
      open: async () => {
        const library = await openLibrary(path);
        return new OpenFile({ path, library, isCopy, profile: places.profileOf(path), onLooked: onState });
      },
    };
  }

  #openProfiles(): Promise<void> {
    const { places, openLibrary, onState } = this.#options;
    const open = () => OpenProfiles.open({ places, openLibrary, onState });
    return this.#opening.open({ path: places.allProfiles, isCopy: false, open });
  }
}
