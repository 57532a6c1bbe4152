import { deleteSessionRows } from './delete-rows.ts';
import { removeTranscripts } from './delete-sessions.ts';
import type { TranscriptFolder } from './delete-sessions.ts';
import { prunableSessions } from './prune-candidates.ts';
import type { PruneFilter } from './prune-filter.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** How old a session is at least that a prune takes, unless it is told, in days. */
const DEFAULT_AGE_DAYS = 90;

/** What {@link pruneSessions} takes. */
export interface PruneOptions extends PruneFilter, TranscriptFolder {}

/**
 * Deletes ended sessions that match a filter, exactly those that {@link listPruneCandidates} lists for it, in one
 * transaction. Of the rest, children of what went become roots; spec: api §10.
 *
 * @param options - `olderThanDays` is 90 unless given; null is no bound of age.
 * @returns how many rows of `sessions` went.
 * @throws SessionDbError `invalid-input` for a filter that is not known.
 */
export function pruneSessions(store: Store, options: PruneOptions = {}): number {
  const { sessionsDir, olderThanDays = DEFAULT_AGE_DAYS, ...others } = options;
  const filter = { ...others, olderThanDays };
  const deleted = write(store, () => {
    const ids = prunableSessions(store, filter);
    deleteSessionRows(store, ids);
    return ids;
  });
  removeTranscripts(store, deleted, { sessionsDir: sessionsDir ?? null });
  return deleted.length;
}
