import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LookedIn } from '../../shared/contract/database.ts';
import { defaultDatabasePath, hermesHome, isProfileName } from '../session-db/paths.ts';
import { errnoOf } from '../errno.ts';
import { log } from '../log.ts';
import type { HermesPlaces, ProfileDatabase } from './choices.ts';
import { displayPath } from './open-failure.ts';

/** Variables of the environment, as the process has them. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where Hermes keeps its databases on this machine: the folder that `HERMES_HOME` names, the ordinary one, and the
 * profiles below; spec: schema §1.
 */
export function findHermesPlaces(env: Environment = process.env): HermesPlaces {
  const named = defaultDatabasePath({ env });
  const ordinary = defaultDatabasePath({ env: { ...env, HERMES_HOME: undefined } });
  const { root } = hermesHome({ env });
  const profiles = () => profilesIn(root);
  return {
    candidates: [...new Set([named, ordinary])],
    lookedIn: () => lookedIn(env, { named, ordinary, profilesFolder: join(root, 'profiles') }),
    profiles,
    allProfiles: join(root, 'profiles', '*', 'state.db'),
    profileOf: path => profiles().find(profile => profile.path === path)?.name ?? null,
  };
}

/** The default profile is the root itself; the others are folders whose name can name a profile. */
function profilesIn(root: string): ProfileDatabase[] {
  const folder = join(root, 'profiles');
  const named = namesIn(folder)
    .filter(isProfileName)
    .map(name => ({ name, path: join(folder, name, 'state.db') }))
    .filter(profile => existsSync(profile.path))
    .sort((a, b) => a.name.localeCompare(b.name));
  return [{ name: 'default', path: join(root, 'state.db') }, ...named];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => entry.name);
  } catch (error) {
    const code = errnoOf(error) ?? 'unknown';
    if (code !== 'ENOENT') log.warn('The folder of profiles could not be read', { code });
    return [];
  }
}

interface Places {
  readonly named: string;
  readonly ordinary: string;
  readonly profilesFolder: string;
}

function lookedIn(env: Environment, { named, ordinary, profilesFolder }: Places): LookedIn[] {
  const isSet = (env['HERMES_HOME'] ?? '').trim() !== '';
  const found = (path: string) => (existsSync(path) ? 'found' : 'missing');
  return [
    isSet ? { path: displayPath(named), found: found(named) } : { path: '$HERMES_HOME/state.db', found: 'not-set' },
    { path: displayPath(ordinary), found: found(ordinary) },
    {
      path: displayPath(join(profilesFolder, '*', 'state.db')),
      found: existsSync(profilesFolder) ? 'missing' : 'no-folder',
    },
  ];
}
