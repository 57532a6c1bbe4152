import { AppError } from '../../shared/errors.ts';
import { sessionAddress } from '../../shared/session-address.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { ReadableProfile } from './profile-member.ts';
import { parseAddress, withSessionIds, type Rename } from './session-addresses.ts';

/** A session and the profile that has it. */
export interface FoundSession {
  readonly profile: ReadableProfile;
  readonly id: string;
}

/**
 * Which profile a session belongs to. A plain id leads to the first profile that has such a session; where a later one
 * has it too, its own is known to windows by an address that names the profile.
 */
export class SessionBook {
  readonly #profiles: OpenProfiles;

  constructor(profiles: OpenProfiles) {
    this.#profiles = profiles;
  }

  /**
   * The session behind an id or an address.
   *
   * @throws AppError `not-found`; why the profile cannot be read where an address names one that is not in the view.
   */
  async find(text: string, signal?: AbortSignal): Promise<FoundSession> {
    const address = this.#parse(text);
    if (address !== null) return { profile: this.#named(address.profile), id: address.id };
    const [found] = await this.findAll([text], signal);
    if (found === undefined || found === null) {
      throw new AppError('not-found', 'No profile in view has this session.');
    }
    return found;
  }

  /** The sessions behind ids and addresses; null for those that are in no profile in view. */
  async findAll(texts: readonly string[], signal?: AbortSignal): Promise<(FoundSession | null)[]> {
    const { readable } = this.#profiles;
    const addresses = texts.map(text => this.#parse(text));
    const plain = texts.filter((_, at) => addresses[at] === null);
    const known = await Promise.all(readable.map(profile => knownOf(profile, plain, signal)));
    return texts.map((text, at) => {
      const address = addresses[at] ?? null;
      const isIn = ({ key }: ReadableProfile, lane: number) =>
        address === null ? known[lane]?.has(text) === true : key === address.profile;
      const profile = readable.find(isIn);
      return profile === undefined ? null : { profile, id: address?.id ?? text };
    });
  }

  /** Sessions by profile, in the order of the profiles; ids that no profile has are left out. */
  async sort(texts: readonly string[], signal?: AbortSignal): Promise<Map<ReadableProfile, string[]>> {
    const sorted = new Map<ReadableProfile, string[]>(this.#profiles.readable.map(profile => [profile, []]));
    let plain: string[] = [];
    for (const text of texts) {
      const address = this.#parse(text);
      if (address === null) plain.push(text);
      else sorted.get(this.#named(address.profile))?.push(address.id);
    }
    for (const [profile, ids] of sorted) {
      const known = await knownOf(profile, plain, signal);
      ids.push(...plain.filter(id => known.has(id)));
      plain = plain.filter(id => !known.has(id));
    }
    return sorted;
  }

  /** The plain id behind an id or an address of a session of this profile. */
  plainIn({ key }: ReadableProfile, text: string): string {
    const address = this.#parse(text);
    return address?.profile === key ? address.id : text;
  }

  /**
   * The one profile that has these sessions, and their ids in it. Ids that no profile has are left out.
   *
   * @throws AppError `choose-profile` where they are of several.
   */
  async only(texts: readonly string[], signal?: AbortSignal): Promise<{ profile: ReadableProfile; ids: string[] }> {
    const sorted = [...(await this.sort(texts, signal))].filter(([, ids]) => ids.length > 0);
    const [first] = sorted;
    if (first === undefined) throw new AppError('not-found', 'No profile in view has these sessions.');
    if (sorted.length === 1) return { profile: first[0], ids: first[1] };
    const names = sorted.map(([{ key }, ids]) => `${key}: ${String(ids.length)}`).join(', ');
    throw new AppError('choose-profile', `These conversations are of several profiles (${names}).`, {
      hint: 'Select conversations of one profile, or choose one profile in the title bar.',
    });
  }

  /** An answer of a profile, with every id of a session as windows know it, and rows that say whose they are. */
  async addressed<T>(profile: ReadableProfile, answer: T, signal?: AbortSignal): Promise<T> {
    const ids = new Set<string>();
    const note = (id: string) => {
      ids.add(id);
      return id;
    };
    withSessionIds(answer, { rename: note, profile: null });
    const rename = await this.rename(profile, [...ids], signal);
    return withSessionIds(answer, { rename: rename ?? asItIs, profile: profile.key });
  }

  /** How ids of a profile are known to windows; null where all of them are as they are. */
  async rename(profile: ReadableProfile, ids: readonly string[], signal?: AbortSignal): Promise<Rename | null> {
    const { readable } = this.#profiles;
    const place = readable.findIndex(({ key }) => key === profile.key);
    const earlier = readable.slice(0, Math.max(0, place));
    const known = await Promise.all(earlier.map(each => knownOf(each, ids, signal)));
    const needs = new Set(ids.filter(id => this.#parse(id) !== null || known.some(set => set.has(id))));
    return needs.size === 0 ? null : id => (needs.has(id) ? sessionAddress(profile.key, id) : id);
  }

  #parse(text: string) {
    return parseAddress(text, new Set(this.#profiles.members.map(({ key }) => key)));
  }

  #named(key: string): ReadableProfile {
    const profile = this.#profiles.readable.find(each => each.key === key);
    if (profile !== undefined) return profile;
    const failure = this.#profiles.members.find(member => member.key === key)?.failure;
    throw new AppError(failure?.code ?? 'not-found', failure?.message ?? 'This profile is not in view.');
  }
}

function asItIs(id: string): string {
  return id;
}

async function knownOf({ file }: ReadableProfile, ids: readonly string[], signal?: AbortSignal): Promise<Set<string>> {
  return ids.length === 0 ? new Set() : new Set(await file.library.read('knownSessions', { ids }, signal));
}
