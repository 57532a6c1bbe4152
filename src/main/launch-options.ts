import { resolve } from 'node:path';
import { type AskedTarget, isSessionLink, nonsense, parseSessionLink, sessionTarget } from '../shared/session-link.ts';

/** What the command line asks for. */
export interface LaunchOptions {
  /** `--db <file>` or `--db=<file>`, absolute; null where none is given. */
  readonly db: string | null;
  /** `--user-data-dir=<folder>`, absolute; null for the ordinary place. */
  readonly userDataDir: string | null;
  /** `--screenshot=<file>`: render the window into this PNG file and quit. */
  readonly screenshot: string | null;
  /** `--lang=<tag>`: language of texts, numbers and dates. */
  readonly lang: string | null;
  /** `--session <id>` with `--message <n>`, or a link to a session; null where none is given. */
  readonly target: AskedTarget | null;
  /** What is wrong with the command line, one sentence; null where nothing is. */
  readonly problem: string | null;
}

/**
 * Reads the command line. Unknown switches are Chromium's and are left alone. After `--` there are no switches, so that
 * a link that the system hands over there cannot be one.
 *
 * @param argv - arguments after the executable and the application's folder.
 * @param cwd - folder that relative paths start from.
 */
export function parseLaunchOptions(argv: readonly string[], cwd: string): LaunchOptions {
  const end = argv.indexOf('--');
  const switches = end === -1 ? argv : argv.slice(0, end);
  const path = (name: string) => {
    const value = switchValue(switches, name);
    return value === null || value === '' ? null : resolve(cwd, value);
  };
  const empty = ['db', 'user-data-dir', 'screenshot'].find(name => switchValue(switches, name) === '');
  return {
    db: path('db'),
    userDataDir: path('user-data-dir'),
    screenshot: path('screenshot'),
    lang: switchValue(switches, 'lang') || null,
    target: targetOf(switches, argv),
    problem: empty === undefined ? null : `--${empty} needs a path, as in --${empty} ${EXAMPLES[empty] ?? ''}.`,
  };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  db: 'state.db',
  'user-data-dir': 'folder',
  screenshot: 'window.png',
};

/** The switches go before a link: whoever types them means them. */
function targetOf(switches: readonly string[], argv: readonly string[]): AskedTarget | null {
  const session = switchValue(switches, 'session');
  const message = switchValue(switches, 'message');
  if (session === '') return nonsense('--session needs the id of a session, as in --session 20261112_1305_a1b2c3.');
  if (message === '') return nonsense('--message needs the number of a message, as in --message 42.');
  if (session !== null) return sessionTarget(session, message, 'the command line');
  if (message !== null) return nonsense('--message needs --session with the session that it is of.');
  const link = argv.findLast(isSessionLink);
  return link === undefined ? null : parseSessionLink(link);
}

/** The last occurrence wins, as it does for Chromium's own switches. Empty for a switch without a value. */
function switchValue(argv: readonly string[], name: string): string | null {
  const flag = `--${name}`;
  for (let index = argv.length - 1; index >= 0; index -= 1) {
    const argument = argv[index] ?? '';
    if (argument.startsWith(`${flag}=`)) return argument.slice(flag.length + 1);
    const next = argv[index + 1];
    if (argument === flag) return next === undefined || next.startsWith('--') ? '' : next;
  }
  return null;
}
