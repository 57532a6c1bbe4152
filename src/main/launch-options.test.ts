import fc from 'fast-check';
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
      target: null,
      problem: null,
    });
  });

  const session = (sessionId: string, messageId: number | null = null) => ({ kind: 'session', sessionId, messageId });

  it.each([
    [['--session', 'a b'], session('a b')],
    [['--session=a', '--message', '7'], session('a', 7)],
    [['--session', 'a', '--message=7', '--db', 'x'], session('a', 7)],
    [['--session', 'a', '--session', 'b'], session('b')],
    [['hermes-sessions://session/a?message=3'], session('a', 3)],
    [['--db', 'x', '--', 'hermes-sessions://session/a'], session('a')],
    [['hermes-sessions://session/a', '--session', 'b'], session('b')],
  ])('%j names a session', (argv, target) => {
    expect(parseLaunchOptions(argv, '/').target).toEqual(target);
  });

  it.each([
    [['--session'], /--session needs the id/],
    [['--session', '--db', 'x'], /--session needs the id/],
    [['--session='], /--session needs the id/],
    [['--session', ' '], /id in the command line cannot be one/],
    [['--session', 'a', '--message'], /--message needs the number/],
    [['--session', 'a', '--message', 'x'], /message in the command line/],
    [['--message', '7'], /--message needs --session/],
    [['hermes-sessions://other/a'], /not of the form/],
  ])('%j is refused with what is wrong; the file opens all the same', (argv, problem) => {
    const { target, problem: other } = parseLaunchOptions(argv, '/');
    expect(target).toEqual({ kind: 'nonsense', problem: expect.stringMatching(problem) as unknown });
    expect(other).toBeNull();
  });

  it('takes nothing after `--` for a switch', () => {
    const options = parseLaunchOptions(['--', 'hermes-sessions://session/a', '--db', 'x', '--user-data-dir=y'], '/');
    expect(options).toMatchObject({ db: null, userDataDir: null, target: session('a') });
  });

  it('never throws, and a link opens no file', () => {
    const word = fc.oneof(
      fc.constantFrom('--session', '--message', '--session=', '--message=1', '--', 'a', '7', ''),
      fc.string({ unit: 'binary' }),
      fc.string().map(text => `hermes-sessions:${text}`),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), argv => {
        const { db, userDataDir, screenshot, target } = parseLaunchOptions(argv, '/');
        expect([db, userDataDir, screenshot]).toEqual([null, null, null]);
        if (target?.kind === 'session') expect(target.sessionId.trim()).not.toBe('');
      }),
    );
  });
});
