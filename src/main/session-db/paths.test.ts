import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { casesPath } from '../../../test/support/fixtures.ts';
import { defaultDatabasePath, hermesHome, isProfileName } from './paths.ts';
import type { PathInput } from './paths.ts';

interface PathCase {
  readonly id: string;
  readonly action: readonly { readonly args: PathInput }[];
  readonly expect: { readonly results: readonly { readonly path: string; readonly root?: string }[] };
}

const { cases } = JSON.parse(readFileSync(casesPath(), 'utf8')) as { cases: readonly PathCase[] };
const where = cases.find(one => one.id === 'S-26');

describe('where the database is looked for', () => {
  it.each((where?.action ?? []).map((action, at) => [action.args, where?.expect.results[at]] as const))(
    'recorded case %j',
    (args, expected) => {
      expect(defaultDatabasePath(args)).toBe(expected?.path);
      if (expected?.root !== undefined) expect(hermesHome(args).root).toBe(expected.root);
    },
  );

  const linux = { platform: 'linux', home: '/home/sam' } as const;
  const windows = { platform: 'win32', home: 'C:\\Users\\sam' } as const;

  it.each([
    [{ ...linux, env: {} }, '/home/sam/.hermes', '/home/sam/.hermes'],
    [{ ...linux, env: { HERMES_HOME: '/srv/profiles/work' } }, '/srv/profiles/work', '/srv'],
    [{ ...linux, env: { HERMES_HOME: '/srv/h' }, profile: 'work' }, '/srv/h/profiles/work', '/srv/h'],
    [{ ...linux, env: { HERMES_HOME: '/srv/profiles/a' }, profile: 'b' }, '/srv/profiles/b', '/srv'],
    [{ ...linux, env: { HERMES_HOME: '/srv/profiles/a' }, profile: 'default' }, '/srv', '/srv'],
    [{ ...linux, env: { HERMES_HOME: '/home/sam/.hermes-old' } }, '/home/sam/.hermes-old', '/home/sam/.hermes-old'],
    [{ ...linux, env: { LOCALAPPDATA: '/nowhere' } }, '/home/sam/.hermes', '/home/sam/.hermes'],
    [{ ...windows, env: {} }, 'C:\\Users\\sam\\AppData\\Local\\hermes', 'C:\\Users\\sam\\AppData\\Local\\hermes'],
    [{ ...windows, env: { HERMES_HOME: 'D:\\h\\' } }, 'D:\\h', 'D:\\h'],
  ])('%j', (input: PathInput, home: string, root: string) => {
    expect(hermesHome(input)).toEqual({ home, root });
  });

  it('reads the environment at each call', () => {
    const before = process.env['HERMES_HOME'];
    process.env['HERMES_HOME'] = '/srv/one';
    const one = defaultDatabasePath({ platform: 'linux' });
    process.env['HERMES_HOME'] = '/srv/two';
    const two = defaultDatabasePath({ platform: 'linux' });
    if (before === undefined) delete process.env['HERMES_HOME'];
    else process.env['HERMES_HOME'] = before;
    expect([one, two]).toEqual(['/srv/one/state.db', '/srv/two/state.db']);
  });

  it('knows what can name a profile', () => {
    expect(['work', '0', 'a_b-c', 'a'.repeat(64)].every(isProfileName)).toBe(true);
    expect(['', '-a', 'A', 'a/b', '..', 'a'.repeat(65), 'é'].some(isProfileName)).toBe(false);
  });
});
