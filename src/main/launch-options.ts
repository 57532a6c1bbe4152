import { resolve } from 'node:path';

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
  /** What is wrong with the command line, one sentence; null where nothing is. */
  readonly problem: string | null;
}

/**
 * Reads the command line. Unknown switches are Chromium's and are left alone.
 *
 * @param argv - arguments after the executable and the application's folder.
 * @param cwd - folder that relative paths start from.
 */
export function parseLaunchOptions(argv: readonly string[], cwd: string): LaunchOptions {
  const path = (name: string) => {
    const value = switchValue(argv, name);
    return value === null || value === '' ? null : resolve(cwd, value);
  };
  const empty = ['db', 'user-data-dir', 'screenshot'].find(name => switchValue(argv, name) === '');
  return {
    db: path('db'),
    userDataDir: path('user-data-dir'),
    screenshot: path('screenshot'),
    lang: switchValue(argv, 'lang') || null,
    problem: empty === undefined ? null : `--${empty} needs a path, as in --${empty} ${EXAMPLES[empty] ?? ''}.`,
  };
}

const EXAMPLES: Readonly<Record<string, string>> = {
  db: 'state.db',
  'user-data-dir': 'folder',
  screenshot: 'window.png',
};

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
