import { has } from './catalog.ts';
import { textOrNull } from './bound-values.ts';
import { hasLocks } from './locked-sessions.ts';
import { firstCodePoints, wellFormed } from './python-text.ts';
import { allColumns } from './session-row.ts';
import type { SessionRow } from './session-row.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

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
      .get(wellFormed(id)) ?? null
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

/** Asks for a session to be taken over by a platform; false where a hand-off is under way, and for an unknown id. */
export function requestHandoff(store: Store, id: string, platform: string): boolean {
  return changeHandoff(
    store,
    `handoff_state = 'pending', handoff_platform = ?, handoff_error = NULL WHERE id = ?
     AND (handoff_state IS NULL OR handoff_state IN ('completed', 'failed'))`,
    [textOrNull(platform), wellFormed(id)],
  );
}

/** Takes a pending hand-off; false where somebody else was first. */
export function claimHandoff(store: Store, id: string): boolean {
  return changeHandoff(store, "handoff_state = 'running' WHERE id = ? AND handoff_state = 'pending'", [wellFormed(id)]);
}

/** Says that a hand-off is done. */
export function completeHandoff(store: Store, id: string): void {
  changeHandoff(store, "handoff_state = 'completed', handoff_error = NULL WHERE id = ?", [wellFormed(id)]);
}

/** Characters of an error that are kept; spec: api §14. */
const ERROR_LENGTH = 500;

/** Says that a hand-off failed, and why. */
export function failHandoff(store: Store, id: string, error: string): void {
  changeHandoff(store, "handoff_state = 'failed', handoff_error = ? WHERE id = ?", [
    firstCodePoints(wellFormed(error), ERROR_LENGTH),
    wellFormed(id),
  ]);
}

function changeHandoff(store: Store, assignment: string, values: readonly unknown[]): boolean {
  if (!has(store.catalog, 'sessions', 'handoff_state')) return false;
  return write(store, db => db.prepare(`UPDATE sessions SET ${assignment}`).run(...values).changes > 0);
}

/** Who is compressing a session now; null where nobody is or the lock has expired; spec: concurrency §9. */
export function getCompressionLockHolder(store: Store, id: string): string | null {
  if (!hasLocks(store.catalog)) return null;
  return (
    store.db
      .prepare<[string, number], string>(
        'SELECT holder FROM compression_locks WHERE session_id = ? AND expires_at >= ?',
      )
      .pluck()
      .get(wellFormed(id), store.now()) ?? null
  );
}
