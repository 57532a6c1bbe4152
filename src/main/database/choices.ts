import { existsSync } from 'node:fs';
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

/** The databases that the chooser offers: profiles, recent files that are no profile's, and the sample. */
export function listChoices({ places, recent, samplePath, current }: ChoiceSources): DatabaseChoice[] {
  const profiles: Candidate[] = places.profiles().map(({ name, path }) => ({ kind: 'profile', name, path }));
  const known = new Set([...profiles.map(profile => profile.path), samplePath]);
  const files: Candidate[] = [...new Set([...recent, ...(current === null ? [] : [current])])]
    .filter(path => !known.has(path))
    .map(path => ({ kind: 'recent', name: basename(path), path }));
  const sample: Candidate = { kind: 'sample', name: '', path: samplePath };
  return [...profiles, ...files, sample].map(candidate => ({
    key: keyOf(candidate),
    kind: candidate.kind,
    name: candidate.name,
    path: displayPath(candidate.path),
    exists: existsSync(candidate.path),
    current: candidate.path === current,
  }));
}

/** The file behind a key of {@link listChoices}; null where no choice has it. */
export function pathOfChoice(sources: ChoiceSources, key: string): string | null {
  const { places, recent, samplePath, current } = sources;
  if (!listChoices(sources).some(choice => choice.key === key)) return null;
  const paths = [...places.profiles().map(profile => profile.path), ...recent, samplePath];
  if (current !== null) paths.push(current);
  const kinds = ['profile', 'recent', 'sample'] as const;
  return paths.find(path => kinds.some(kind => keyOf({ kind, name: '', path }) === key)) ?? null;
}

/** Opaque to the window: it names a choice, never a free path. */
function keyOf({ kind, path }: Candidate): string {
  return `${kind}:${Buffer.from(path).toString('base64url')}`;
}
