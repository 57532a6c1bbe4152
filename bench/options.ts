import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUDGETS } from './report/budgets.ts';

/** What the command line asks for. */
export interface BenchOptions {
  readonly json: boolean;
  /** Ids of the wanted figures; null for all. */
  readonly only: ReadonlySet<string> | null;
  /** A database to measure on; null for the bench's own. It is never changed. */
  readonly db: string | null;
  /** Folder of Hermes's own Python. */
  readonly peer: string | null;
}

export const USAGE = `usage: npm run -s bench -- [--json] [--only id,id] [--db file] [--peer folder]
  --json  prints one JSON object on stdout; everything else goes to stderr
  --only  ${Object.keys(BUDGETS).join(', ')}
  --db    measures on this database instead of the bench's own; it is only read
  --peer  folder with Hermes's hermes_state.py, to be measured on the same file`;

/**
 * @throws Error that says what is wrong with the command line.
 */
export function parseOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      db: { type: 'string' },
      peer: { type: 'string' },
    },
  });
  return {
    json: values.json,
    only: values.only === undefined ? null : idsOf(values.only),
    db: existing('--db', values.db),
    peer: existing('--peer', values.peer),
  };
}

function idsOf(lists: readonly string[]): Set<string> {
  const ids = lists.flatMap(list => list.split(',')).map(id => id.trim());
  const unknown = ids.filter(id => !Object.hasOwn(BUDGETS, id));
  if (unknown.length > 0) throw new RangeError(`--only: there is no figure ${unknown.join(', ')}.`);
  return new Set(ids);
}

function existing(name: string, path: string | undefined): string | null {
  if (path === undefined) return null;
  const absolute = resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
  if (!existsSync(absolute)) throw new RangeError(`${name}: there is no ${absolute}.`);
  return absolute;
}
