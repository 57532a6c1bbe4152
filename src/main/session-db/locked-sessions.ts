import { has } from './catalog.ts';
import type { Store } from './store.ts';

/** Ids of the sessions that somebody is compressing now; spec: concurrency §9. */
export function lockedSessions(store: Store): Set<string> {
  if (!has(store.catalog, 'compression_locks')) return new Set();
  const ids = store.db
    .prepare<[number], string>('SELECT session_id FROM compression_locks WHERE expires_at >= ?')
    .pluck()
    .all(store.now());
  return new Set(ids);
}
