import { liveColumn } from './catalog.ts';
import { sessionConditions } from './session-filter.ts';
import type { SessionFilter } from './session-filter.ts';
import type { Store } from './store.ts';

/** Options of {@link sessionCount}. */
export interface SessionCountOptions extends SessionFilter {
  /** Counts the rows that {@link listSessions} would list; children count unless given, as in Hermes. */
  readonly excludeChildren?: boolean;
}

/** Number of session rows that match a filter; archived ones only where the filter says so; spec: api §8. */
export function sessionCount(store: Store, options: SessionCountOptions = {}): number {
  const condition = sessionConditions(store, 's', options, options.excludeChildren !== true);
  const count = store.db.prepare<unknown[], number>(`SELECT count(*) FROM sessions s WHERE ${condition.sql}`).pluck();
  return count.get(...condition.values) ?? 0;
}

/** Number of message rows in any state, of one session or of all, orphans included. */
export function messageCount(store: Store, sessionId?: string | null): number {
  const all = store.db.prepare<[], number>('SELECT count(*) FROM messages').pluck();
  const own = store.db.prepare<[string], number>('SELECT count(*) FROM messages WHERE session_id = ?').pluck();
  return (sessionId ? own.get(sessionId) : all.get()) ?? 0;
}

/** Number of ended, unarchived sessions whose message counter is 0; the counter is a cache; spec: compat-notes 10. */
export function countEmptySessions(store: Store): number {
  const archived = liveColumn(store.catalog, 'sessions', 'archived', 's', '0');
  return (
    store.db
      .prepare<[], number>(
        `SELECT count(*) FROM sessions s WHERE s.message_count = 0 AND s.ended_at IS NOT NULL AND ${archived} = 0`,
      )
      .pluck()
      .get() ?? 0
  );
}
