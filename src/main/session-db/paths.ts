import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** What decides where Hermes keeps its files. */
export interface PathInput {
  readonly platform?: NodeJS.Platform;
  /** The user's home folder. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Name of a profile; the home that the environment names unless given. `default` is the root itself. */
  readonly profile?: string | null;
}

/** A home of Hermes and the root that its profiles lie under. */
export interface HermesHome {
  readonly home: string;
  readonly root: string;
}

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * Where Hermes keeps its files: `HERMES_HOME` unless blank, else `%LOCALAPPDATA%\hermes` on Windows, else `~/.hermes`.
 * A profile lies at `<root>/profiles/<name>`. Reads nothing from the disk; spec: schema §1.
 */
export function hermesHome(input: PathInput = {}): HermesHome {
  const path = pathsOf(input);
  const native = nativeHome(input);
  const named = valueOf(input, 'HERMES_HOME');
  const current = named === '' ? native : path.resolve(named);
  const root = rootOf(path, native, current);
  const profile = input.profile ?? null;
  if (profile === null) return { home: current, root };
  return { home: profile === 'default' ? root : path.join(root, 'profiles', profile), root };
}

/** True for text that can name a profile; spec: schema §1. */
export function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name);
}

/** The database that Hermes itself would open. The environment is read at each call; spec: schema §1. */
export function defaultDatabasePath(input: PathInput = {}): string {
  return pathsOf(input).join(hermesHome(input).home, 'state.db');
}

function platformOf(input: PathInput): NodeJS.Platform {
  return input.platform ?? process.platform;
}

function pathsOf(input: PathInput): typeof posix {
  return platformOf(input) === 'win32' ? win32 : posix;
}

function valueOf(input: PathInput, variable: string): string {
  return ((input.env ?? process.env)[variable] ?? '').trim();
}

function nativeHome(input: PathInput): string {
  const home = input.home ?? homedir();
  if (platformOf(input) !== 'win32') return posix.join(home, '.hermes');
  return win32.join(valueOf(input, 'LOCALAPPDATA') || win32.join(home, 'AppData', 'Local'), 'hermes');
}

function rootOf(path: typeof posix, native: string, current: string): string {
  const relative = path.relative(native, current);
  const inside = relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
  if (inside) return native;
  return path.basename(path.dirname(current)) === 'profiles' ? path.dirname(path.dirname(current)) : current;
}
