import { assertNotCompressing } from './compression-locks.ts';
import type { CompressionGuard } from './compression-locks.ts';
import { liveColumn } from './catalog.ts';
import { deleteSessionRows } from './delete-rows.ts';
import { removeTranscripts } from './delete-sessions.ts';
import type { TranscriptFolder } from './delete-sessions.ts';
import { lockedSessions } from './locked-sessions.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

const NO_MESSAGES = 'NOT EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id)';
const NO_CHILDREN = 'NOT EXISTS (SELECT 1 FROM sessions c WHERE c.parent_session_id = s.id)';

/** How old a session of the terminal interface must be to be taken for a ghost, in seconds. */
const GHOST_AGE_SECONDS = 86_400;

/**
 * Deletes a session only if nothing would be missed: it has no messages, no title and no children. All of it is
 * checked in the transaction that deletes; spec: api §10.
 *
 * @returns whether it was deleted.
 * @throws SessionDbError `compressing` while another holder compresses it.
 */
export function deleteSessionIfEmpty(
  store: Store,
  id: string,
  options: CompressionGuard & TranscriptFolder = {},
): boolean {
  const deleted = write(store, () => {
    const ids = idsWhere(
      store,
      `s.id = ? AND ${title(store)} IS NULL AND ${NO_MESSAGES} AND ${NO_CHILDREN}`,
      wellFormed(id),
    );
    assertNotCompressing(store, ids, options);
    deleteSessionRows(store, ids);
    return ids;
  });
  removeTranscripts(store, deleted, options);
  return deleted.length > 0;
}

/** What {@link deleteEmptySessions} takes. */
export interface DeleteEmptyOptions extends TranscriptFolder {
  /**
   * `rows` (default): ended, not archived, counter 0, and also no message, no title, no pin and no running compression.
   * `counter` is Hermes's answer: the first three alone, though counters drift and a title may be all that somebody
   * kept; spec: api §10.
   */
  readonly emptyBy?: 'rows' | 'counter';
}

/**
 * Deletes the ended sessions that hold nothing. Their children stay as roots.
 *
 * @returns how many.
 */
export function deleteEmptySessions(store: Store, options: DeleteEmptyOptions = {}): number {
  const column = (name: string) => liveColumn(store.catalog, 'sessions', name, 's', '0');
  const counted = `s.message_count = 0 AND s.ended_at IS NOT NULL AND ${column('archived')} = 0`;
  const strict = `${counted} AND ${NO_MESSAGES} AND ${title(store)} IS NULL AND ${column('pinned')} = 0`;
  return deleteWhere(store, options, () => {
    if (options.emptyBy === 'counter') return idsWhere(store, counted);
    const locked = lockedSessions(store);
    return idsWhere(store, strict).filter(id => !locked.has(id));
  });
}

/**
 * Deletes what a terminal interface that was closed at once left behind: ended, started more than a day ago, without
 * title, messages and children. Hermes does it once in a file's life; we never do it unasked; spec: api §1.
 *
 * @returns how many.
 */
export function pruneEmptyGhostSessions(store: Store, options: TranscriptFolder = {}): number {
  return deleteWhere(store, options, () =>
    idsWhere(
      store,
      `s.source = 'tui' AND ${title(store)} IS NULL AND s.ended_at IS NOT NULL AND s.started_at < ?
       AND ${NO_MESSAGES} AND ${NO_CHILDREN}`,
      store.now() - GHOST_AGE_SECONDS,
    ),
  );
}

function deleteWhere(store: Store, options: TranscriptFolder, choose: () => string[]): number {
  const deleted = write(store, () => {
    const ids = choose();
    deleteSessionRows(store, ids);
    return ids;
  });
  removeTranscripts(store, deleted, options);
  return deleted.length;
}

function idsWhere(store: Store, condition: string, ...values: (string | number)[]): string[] {
  return store.db
    .prepare<unknown[], string>(`SELECT s.id FROM sessions s WHERE ${condition} ORDER BY s.started_at, s.id`)
    .pluck()
    .all(...values);
}

function title(store: Store): string {
  return liveColumn(store.catalog, 'sessions', 'title', 's');
}
