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
  const { platform = process.platform, home = homedir(), env = process.env, profile = null } = input;
  const path = platform === 'win32' ? win32 : posix;
  const native = nativeHome(platform, home, env);
  const named = (env['HERMES_HOME'] ?? '').trim();
  const current = named === '' ? native : path.resolve(named);
  const root = rootOf(path, native, current);
  if (profile === null) return { home: current, root };
  return { home: profile === 'default' ? root : path.join(root, 'profiles', profile), root };
}

/** True for text that can name a profile; spec: schema §1. */
export function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name);
}

/** The database that Hermes itself would open. The environment is read at each call; spec: schema §1. */
export function defaultDatabasePath(input: PathInput = {}): string {
  const path = (input.platform ?? process.platform) === 'win32' ? win32 : posix;
  return path.join(hermesHome(input).home, 'state.db');
}

function nativeHome(platform: NodeJS.Platform, home: string, env: NonNullable<PathInput['env']>): string {
  if (platform !== 'win32') return posix.join(home, '.hermes');
  const local = (env['LOCALAPPDATA'] ?? '').trim();
  return win32.join(local === '' ? win32.join(home, 'AppData', 'Local') : local, 'hermes');
}

function rootOf(path: typeof posix, native: string, current: string): string {
  const relative = path.relative(native, current);
  const inside = relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
  if (inside) return native;
  return path.basename(path.dirname(current)) === 'profiles' ? path.dirname(path.dirname(current)) : current;
}
