import type { BigIntStats } from 'node:fs';
import { statSync } from 'node:fs';
import { SessionDbError } from './errors.ts';
import { toSessionDbError } from './sqlite-errors.ts';
import type { Store } from './store.ts';

const filesOf = new WeakMap<Store, BigIntStats>();

/** Remembers which file a store was opened on. */
export function rememberFile(store: Store): void {
  const found = fileAt(store.path);
  if (found !== undefined) filesOf.set(store, found);
}

/**
 * Refuses to go on where another file, or none, has the path of a store by now: SQLite would write into a file that
 * nobody finds any more. Once the file is back, so is the store.
 *
 * @throws SessionDbError `db-missing`.
 */
export function assertInPlace(store: Store): void {
  const opened = filesOf.get(store);
  if (opened === undefined) return;
  const found = fileAt(store.path);
  if (found?.ino === opened.ino && found.dev === opened.dev) return;
  throw new SessionDbError('db-missing', `${store.path} was moved or replaced while it was open.`, {
    hint: found === undefined ? 'Put it back, or choose another file.' : 'Open it again.',
  });
}

function fileAt(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw toSessionDbError(error, path);
  }
}
