import { has } from './catalog.ts';
import { allColumns } from './session-row.ts';
import type { SessionRow } from './session-row.ts';
import type { Store } from './store.ts';

/** Where a session stands on its way to another platform. */
export interface HandoffState {
  state: string | null;
  platform: string | null;
  error: string | null;
}

/** The hand-off of a session; null for an unknown id and in files that know no hand-offs; spec: concurrency §10. */
export function getHandoffState(store: Store, id: string): HandoffState | null {
  if (!has(store.catalog, 'sessions', 'handoff_state')) return null;
  return (
    store.db
      .prepare<[string], HandoffState>(
        `SELECT handoff_state AS state, handoff_platform AS platform, handoff_error AS error FROM sessions WHERE id = ?`,
      )
      .get(id) ?? null
  );
}

/** Sessions that wait for their hand-off, oldest first. */
export function listPendingHandoffs(store: Store): SessionRow[] {
  if (!has(store.catalog, 'sessions', 'handoff_state')) return [];
  return store.db
    .prepare<[], SessionRow>(
      `SELECT ${allColumns(store.catalog, 's')} FROM sessions s WHERE s.handoff_state = 'pending'
       ORDER BY s.started_at, s.id`,
    )
    .all();
}

/** Who is compressing a session now; null where nobody is or the lock has expired; spec: concurrency §9. */
export function getCompressionLockHolder(store: Store, id: string): string | null {
  if (!has(store.catalog, 'compression_locks')) return null;
  return (
    store.db
      .prepare<[string, number], string>(
        'SELECT holder FROM compression_locks WHERE session_id = ? AND expires_at >= ?',
      )
      .pluck()
      .get(id, store.now()) ?? null
  );
}
