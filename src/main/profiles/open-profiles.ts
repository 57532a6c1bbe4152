import type { DatabaseFacts, MergedProfile } from '../../shared/contract/database.ts';
import type { Interruption } from '../../shared/contract/trash.ts';
import { AppError, type ErrorCode, type WireError } from '../../shared/errors.ts';
import { choiceKey, existingProfiles, type HermesPlaces } from '../database/choices.ts';
import { displayPath } from '../database/open-failure.ts';
import type { Opened } from '../database/open-file.ts';
import { warnOf } from '../database/warn-of.ts';
import type { Library } from '../library/library.ts';
import { ProfileMember, type ReadableProfile } from './profile-member.ts';

/** How profiles are found and opened. */
export interface ProfilesParts {
  readonly places: HermesPlaces;
  readonly openLibrary: (path: string) => Promise<Library>;
  /** Called whenever a profile came, went or changed. */
  readonly onState: () => void;
}

/** All profiles of a Hermes home, open as one. A profile that cannot be opened does not take the others away. */
export class OpenProfiles implements Opened {
  readonly members: readonly ProfileMember[];
  readonly #parts: ProfilesParts;

  private constructor(parts: ProfilesParts) {
    this.#parts = parts;
    const onLooked = parts.onState;
    this.members = existingProfiles(parts.places).map(
      profile => new ProfileMember(profile, { openLibrary: parts.openLibrary, onLooked }),
    );
  }

  /**
   * Opens every profile whose file is there.
   *
   * @throws AppError what stopped the first one where none can be opened; nothing stays open then.
   */
  static async open(parts: ProfilesParts): Promise<OpenProfiles> {
    const profiles = new OpenProfiles(parts);
    await Promise.all(profiles.members.map(member => member.open()));
    if (profiles.readable.length > 0) return profiles;
    await profiles.close();
    const failure = profiles.members.find(member => member.failure !== null)?.failure;
    throw new AppError(failure?.code ?? 'db-missing', failure?.said ?? 'No profile has a database.');
  }

  /** The profiles in the view, in the order of the chooser. */
  get readable(): ReadableProfile[] {
    return this.members.flatMap(({ readable }) => readable ?? []);
  }

  async facts(): Promise<DatabaseFacts> {
    await Promise.all(this.members.map(member => member.lookAtFacts()));
    const known = this.members.flatMap(({ readable, facts }) => (readable === null || facts === null ? [] : [facts]));
    const [first] = known;
    if (first === undefined) throw new AppError('no-database', 'No profile can be read.');
    return { ...first, ...sums(known), path: displayPath(this.#parts.places.allProfiles), merged: this.#merged() };
  }

  async countConversations(): Promise<number> {
    const counts = await Promise.all(this.readable.map(({ file }) => file.countConversations()));
    return sum(counts);
  }

  async settle(): Promise<void> {
    await Promise.all(this.readable.map(({ file }) => file.settle()));
  }

  /** Of every profile. */
  async interruptions(): Promise<Interruption[]> {
    const all = await Promise.all(this.readable.map(({ file }) => file.interruptions()));
    return all.flat().sort((a, b) => a.startedAt - b.startedAt);
  }

  dismissInterruptions(): void {
    for (const { file } of this.readable) file.dismissInterruptions();
  }

  setVisible(visible: boolean): void {
    for (const { file } of this.readable) file.setVisible(visible);
  }

  async isPending(): Promise<boolean> {
    const pending = await Promise.all(this.readable.map(({ file }) => file.isPending()));
    return pending.includes(true);
  }

  async stopWriting(): Promise<void> {
    await Promise.all(this.readable.map(({ file }) => file.stopWriting()));
  }

  /** Opens those once more that could not be opened. */
  async retry(): Promise<void> {
    await Promise.all(this.members.filter(member => member.failure !== null).map(member => member.open()));
    this.#parts.onState();
  }

  /** The file of a profile cannot be read any more, or, where `error` is null, can again. */
  async trouble(path: string, error: WireError | null): Promise<void> {
    const member = this.members.find(each => each.path === path);
    if (member === undefined) return;
    if (error === null) await member.open();
    else member.fail(AppError.fromWire(error));
    member.readable?.file.countConversations().catch(warnCount);
    this.#parts.onState();
  }

  /**
   * Asks a profile something. Where its file cannot be read it leaves the view, so that the others can be asked again.
   *
   * @throws what `question` throws.
   */
  async ask<T>(profile: ReadableProfile, question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      const member = this.members.find(each => each.readable === profile);
      if (member !== undefined && error instanceof AppError && isOfTheFile(error.code)) {
        member.fail(error);
        this.#parts.onState();
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map(member => member.close()));
  }

  #merged(): MergedProfile[] {
    return this.members.map(({ key, path, facts, readable, failure }) => ({
      key,
      path: displayPath(path),
      choice: choiceKey('profile', path),
      schemaVersion: readable === null ? null : (facts?.schemaVersion ?? null),
      sessions: readable === null ? null : (facts?.sessions ?? null),
      failure,
    }));
  }
}

/** True for what is wrong with a file rather than with a request. */
function isOfTheFile(code: ErrorCode): boolean {
  return code.startsWith('db-') && code !== 'db-fts-corrupt';
}

function warnCount(error: unknown): void {
  warnOf('The conversations could not be counted', error);
}

/** What several files come to. What cannot be said of all of them at once is left open. */
function sums(all: readonly DatabaseFacts[]): Partial<DatabaseFacts> {
  return {
    name: '',
    profile: null,
    schemaVersion: null,
    age: 'current',
    sizeBytes: sum(all.map(facts => facts.sizeBytes)),
    walBytes: sum(all.map(facts => facts.walBytes)),
    sessions: sumOfKnown(all.map(facts => facts.sessions)),
    conversations: sumOfKnown(all.map(facts => facts.conversations)),
    unknownObjects: [],
    missingColumns: [],
    ftsLayout: all.find(facts => facts.ftsLayout === 'none')?.ftsLayout ?? 'external',
    ftsIncomplete: all.some(facts => facts.ftsIncomplete),
    ftsDamaged: all.find(facts => facts.ftsDamaged !== null)?.ftsDamaged ?? null,
    damage: all.find(facts => facts.damage !== null)?.damage ?? null,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function sumOfKnown(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce<number | null>(
    (total, number) => (total === null || number === null ? null : total + number),
    0,
  );
}
