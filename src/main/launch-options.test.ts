import { describe, expect, it } from 'vitest';
import { parseLaunchOptions } from './launch-options.ts';

describe('parseLaunchOptions', () => {
  it('takes a value after the switch or after an equals sign', () => {
    expect(parseLaunchOptions(['--db', 'a.db'], '/home/x').db).toBe('/home/x/a.db');
    expect(parseLaunchOptions(['--db=/srv/a b.db'], '/home/x').db).toBe('/srv/a b.db');
  });

  it('takes the last of several', () => {
    expect(parseLaunchOptions(['--db=a', '--db', '/b'], '/').db).toBe('/b');
  });

  it.each([[['--db', '--lang=en']], [['--db=']], [['x', '--db']]])('says that a path is missing: %j', argv => {
    expect(parseLaunchOptions(argv, '/')).toMatchObject({
      db: null,
      problem: '--db needs a path, as in --db state.db.',
    });
  });

  it('leaves what is not asked for null', () => {
    expect(parseLaunchOptions(['--no-sandbox', 'x'], '/')).toEqual({
      db: null,
      userDataDir: null,
      screenshot: null,
      lang: null,
      problem: null,
    });
  });
});
