import { has } from './catalog.ts';
import { SessionDbError } from './errors.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

/** What a change of a transcript does about a session that somebody is compressing; spec: concurrency §9. */
export interface CompressionGuard {
  /**
   * `refuse` (default) throws while another holder has a live lock on the session. `proceed` changes it all the same,
   * which is Hermes's way.
   */
  readonly whileCompressing?: 'refuse' | 'proceed';
  /** Who asks: a lock of this holder does not count. */
  readonly lockHolder?: string;
}

/** Bound variables of one statement; older SQLites allow 999; spec: compat-notes 66. */
const IDS_PER_STATEMENT = 900;

/**
 * Refuses to go on while any of the sessions is being compressed. Call it inside the transaction of the change.
 *
 * @throws SessionDbError `compressing`, naming the session.
 */
export function assertNotCompressing(store: Store, ids: readonly string[], guard: CompressionGuard = {}): void {
  if (guard.whileCompressing === 'proceed' || !has(store.catalog, 'compression_locks')) return;
  const own = wellFormed(guard.lockHolder ?? '');
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const chunk = ids.slice(start, start + IDS_PER_STATEMENT).map(wellFormed);
    const locked = store.db
      .prepare<unknown[], string>(
        `SELECT session_id FROM compression_locks
         WHERE expires_at >= ? AND holder <> ? AND session_id IN (${chunk.map(() => '?').join(', ')}) LIMIT 1`,
      )
      .pluck()
      .get(store.now(), own, ...chunk);
    if (locked !== undefined) throw compressing(locked);
  }
}

function compressing(id: string): SessionDbError {
  return new SessionDbError('compressing', `Session ${id} is being compressed.`, {
    hint: 'Try again when the agent has finished compressing it.',
  });
}
