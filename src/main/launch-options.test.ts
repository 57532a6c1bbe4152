import { describe, expect, it } from 'vitest';
import { parseLaunchOptions } from './launch-options.ts';

describe('parseLaunchOptions', () => {
  it('takes a value after the switch or after an equals sign', () => {
    expect(parseLaunchOptions(['--db', 'a.db'], '/home/x').db).toBe('/home/x/a.db');
    expect(parseLaunchOptions(['--db=/srv/a b.db'], '/home/x').db).toBe('/srv/a b.db');
  });

  it('takes the last of several and ignores a switch without a value', () => {
    expect(parseLaunchOptions(['--db=a', '--db', '/b'], '/').db).toBe('/b');
    expect(parseLaunchOptions(['--db', '--lang=en'], '/').db).toBeNull();
    expect(parseLaunchOptions(['--db='], '/').db).toBeNull();
  });

  it('leaves what is not asked for null', () => {
    expect(parseLaunchOptions(['--no-sandbox', 'x'], '/')).toEqual({
      db: null,
      userDataDir: null,
      screenshot: null,
      lang: null,
    });
  });
});
