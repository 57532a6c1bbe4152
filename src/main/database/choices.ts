import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseChoice, LookedIn } from '../../shared/contract/database.ts';
import { displayPath } from './open-failure.ts';

/** A database of a Hermes profile. */
export interface ProfileDatabase {
  readonly name: string;
  readonly path: string;
}

/** Where Hermes keeps its files on this machine, asked anew each time, because profiles come and go. */
export interface HermesPlaces {
  /** Files to open when none was chosen, the first that exists wins. */
  readonly candidates: readonly string[];
  /** What was looked at, for the welcome screen. */
  lookedIn(): LookedIn[];
  /** The default profile first. */
  profiles(): readonly ProfileDatabase[];
  /** Stands for all profiles where a path is asked for: a pattern, never the path of a file. */
  readonly allProfiles: string;
  /** Name of the profile that owns a file; null for any other file. */
  profileOf(path: string): string | null;
}

/** What {@link listChoices} lists from. */
export interface ChoiceSources {
  readonly places: HermesPlaces;
  readonly recent: readonly string[];
  readonly samplePath: string;
  /** The file that is open or was asked for last. */
  readonly current: string | null;
}

interface Candidate {
  readonly kind: DatabaseChoice['kind'];
  readonly name: string;
  readonly path: string;
}

/** Profiles whose database is there. */
export function existingProfiles(places: HermesPlaces): ProfileDatabase[] {
  return places.profiles().filter(profile => existsSync(profile.path));
}

/** The databases that the chooser offers: profiles, all of them as one, recent files that are no profile's, the sample. */
export function listChoices(sources: ChoiceSources): DatabaseChoice[] {
  return candidates(sources).map(candidate => ({
    key: choiceKey(candidate.kind, candidate.path),
    kind: candidate.kind,
    name: candidate.name,
    path: displayPath(candidate.path),
    exists: candidate.kind === 'all-profiles' || existsSync(candidate.path),
    current: candidate.path === sources.current,
    ...lookAt(candidate.path),
  }));
}

/** The file behind a key of {@link listChoices}; null where no choice has it. */
export function pathOfChoice(sources: ChoiceSources, key: string): string | null {
  return candidates(sources).find(({ kind, path }) => choiceKey(kind, path) === key)?.path ?? null;
}

/** Opaque to the window: it names a choice, never a free path. */
export function choiceKey(kind: DatabaseChoice['kind'], path: string): string {
  return `${kind}:${Buffer.from(path).toString('base64url')}`;
}

function candidates({ places, recent, samplePath, current }: ChoiceSources): Candidate[] {
  const profiles: Candidate[] = places.profiles().map(({ name, path }) => ({ kind: 'profile', name, path }));
  const all: Candidate = { kind: 'all-profiles', name: '', path: places.allProfiles };
  const known = new Set([...profiles.map(profile => profile.path), samplePath, all.path]);
  const files: Candidate[] = [...new Set([...recent, ...(current === null ? [] : [current])])]
    .filter(path => !known.has(path))
    .map(path => ({ kind: 'recent', name: basename(path), path }));
  const sample: Candidate = { kind: 'sample', name: '', path: samplePath };
  const isOffered = existingProfiles(places).length > 1 || current === all.path;
  return [...profiles, ...(isOffered ? [all] : []), ...files, sample];
}

/** The size of a file with its log, and the last time that either was written. */
function lookAt(path: string): Pick<DatabaseChoice, 'sizeBytes' | 'lastUsed'> {
  const file = statOf(path);
  if (file === null) return { sizeBytes: null, lastUsed: null };
  const wal = statOf(`${path}-wal`);
  return {
    sizeBytes: file.size + (wal?.size ?? 0),
    lastUsed: Math.max(file.mtimeMs, wal?.mtimeMs ?? 0) / 1000,
  };
}

/** Whatever keeps a file from being looked at is told when it is opened. */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
