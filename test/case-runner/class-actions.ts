import { posix, win32 } from 'node:path';
import { defaultDatabasePath, hermesHome, SessionDB } from '../../src/main/session-db/index.ts';
import { textOf, type Json } from './case-file.ts';
import type { Found } from './outcome.ts';

/** Methods that change the file; every other one is asked on a read-only connection. */
const WRITES = new RegExp(
  `^(${[
    ...['create', 'ensure', 'end', 'reopen', 'promote', 'finalize', 'set', 'append', 'update', 'record', 'rewind'],
    ...['restore', 'archive', 'replace', 'clear', 'delete', 'prune', 'maybe', 'import', 'rename', 'backfill', 'save'],
    ...['request', 'claim', 'complete', 'fail', 'try', 'refresh', 'release', 'optimize', 'rebuild', 'vacuum'],
  ].join('|')})`,
);

/** True where the class has the method. */
export function hasMethod(name: string): boolean {
  return typeof Reflect.get(SessionDB.prototype, name) === 'function';
}

/** Calls a method of the class on a file; what it raises is part of the outcome. */
export function callMethod(path: string, name: string, args: readonly unknown[]): Found {
  const db = new SessionDB(path, { readOnly: !WRITES.test(name) });
  try {
    const method = Reflect.get(db, name) as (...values: readonly unknown[]) => unknown;
    const returned = method.apply(db, [...args]);
    // `undefined` is left out as JSON would, so that values compare as the cases write them.
    return { returned: JSON.parse(JSON.stringify(returned ?? null)) as unknown };
  } catch (error) {
    return { threw: error instanceof Error ? error.message : String(error) };
  } finally {
    db.close();
  }
}

/** Where the database is looked for. */
export function defaultPath(args: Json): Found {
  const platform = args['platform'] as NodeJS.Platform;
  const input = {
    platform,
    home: String(args['home']),
    env: args['env'] as Record<string, string>,
    profile: args['profile'] === undefined ? null : textOf(args['profile']),
  };
  const path = platform === 'win32' ? win32 : posix;
  return { path: path.normalize(defaultDatabasePath(input)), root: hermesHome(input).root };
}
