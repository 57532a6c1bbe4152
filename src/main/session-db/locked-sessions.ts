import { has } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import type { Store } from './store.ts';

/** True where the file says who is compressing what; a table of that name may be anything. */
export function hasLocks(catalog: Catalog): boolean {
  return ['session_id', 'holder', 'acquired_at', 'expires_at'].every(column =>
    has(catalog, 'compression_locks', column),
  );
}

/** Ids of the sessions that somebody is compressing now; spec: concurrency §9. */
export function lockedSessions(store: Store): Set<string> {
  if (!hasLocks(store.catalog)) return new Set();
  const ids = store.db
    .prepare<[number], string>('SELECT session_id FROM compression_locks WHERE expires_at >= ?')
    .pluck()
    .all(store.now());
  return new Set(ids);
}
