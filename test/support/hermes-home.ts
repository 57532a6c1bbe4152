import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixturePath, type FixtureVersion, temporaryFolder } from './fixtures.ts';

/** Profiles by name; `broken` is a file that is no database. */
export type Profiles = Readonly<Record<string, FixtureVersion | 'broken'>>;

/** A home folder of Hermes with these profiles, for `HERMES_HOME`. */
export function makeHermesHome(profiles: Profiles): string {
  const home = temporaryFolder();
  for (const [name, version] of Object.entries(profiles)) {
    const path = profilePath(home, name);
    mkdirSync(dirname(path), { recursive: true });
    if (version === 'broken') writeFileSync(path, 'no database at all '.repeat(500));
    else copyFileSync(fixturePath(version), path);
  }
  return home;
}

/** The database of a profile in such a home. */
export function profilePath(home: string, name: string): string {
  return name === 'default' ? join(home, 'state.db') : join(home, 'profiles', name, 'state.db');
}
