import Database from 'better-sqlite3';
import type { LaneContext } from '../../src/main/lanes/context.ts';
import { readCatalog } from '../../src/main/session-db/catalog.ts';

/** A read-only connection to a file with what an operation needs, on this thread; close `store.db` when done. */
export function openLaneContext(path: string, now?: () => number): LaneContext {
  const db = new Database(path, { readonly: true });
  return {
    store: { db, path, readOnly: true, catalog: readCatalog(db), now: now ?? (() => Date.now() / 1000) },
    checkCancelled: () => undefined,
    guard: rowid => `(${rowid} & 255 OR 1)`,
  };
}
