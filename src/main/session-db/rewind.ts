import { assertNotCompressing } from './compression-locks.ts';
import type { CompressionGuard } from './compression-locks.ts';
import { SessionDbError } from './errors.ts';
import { liveCondition, messageColumns, toMessageRow } from './message-rows.ts';
import type { MessageRow, StoredMessage } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** What {@link rewindToMessage} did. */
export interface Rewound {
  /** Messages that were taken back. */
  readonly rewound_count: number;
  /** The message it went back to, as it was before. */
  readonly target_message: MessageRow;
  /** The last live message now; null where none is left. */
  readonly new_head_id: number | null;
}

/**
 * Takes back a message of the user and everything after it. The rows stay, and so do the counters; spec: api §2.
 *
 * @throws SessionDbError `not-found` where the session has no such message, `invalid-input` where it is not the
 *   user's, `compressing`.
 */
export function rewindToMessage(store: Store, id: string, messageId: number, guard: CompressionGuard = {}): Rewound {
  const session = wellFormed(id);
  return write(store, db => {
    assertNotCompressing(store, [id], guard);
    const target = userMessage(store, session, messageId);
    const live = liveCondition(store.catalog, 'messages');
    const { changes } = db
      .prepare(`UPDATE messages SET active = 0 WHERE session_id = ? AND id >= ? AND ${live}`)
      .run(session, messageId);
    db.prepare('UPDATE sessions SET rewind_count = COALESCE(rewind_count, 0) + 1 WHERE id = ?').run(session);
    const head = db
      .prepare<[string], number | null>(`SELECT MAX(id) FROM messages WHERE session_id = ? AND ${live}`)
      .pluck()
      .get(session);
    return { rewound_count: changes, target_message: target, new_head_id: head ?? null };
  });
}

function userMessage(store: Store, session: string, messageId: number): MessageRow {
  const row = store.db
    .prepare<[string, number], StoredMessage>(
      `SELECT ${messageColumns(store.catalog)} FROM messages m WHERE m.session_id = ? AND m.id = ?`,
    )
    .get(session, messageId);
  if (row === undefined) {
    throw new SessionDbError('not-found', `message ${String(messageId)} not found in session ${session}`);
  }
  if (row.role !== 'user') {
    throw new SessionDbError(
      'invalid-input',
      `rewind target must be a 'user' message (got role='${row.role}', id=${String(messageId)})`,
    );
  }
  return toMessageRow(row);
}

/**
 * Makes messages live again that were taken back or summarised away, from an id on.
 *
 * @returns how many; spec: api §2.
 * @throws SessionDbError `compressing`.
 */
export function restoreRewound(store: Store, id: string, sinceMessageId: number, guard: CompressionGuard = {}): number {
  return write(store, db => {
    assertNotCompressing(store, [id], guard);
    return db
      .prepare('UPDATE messages SET active = 1 WHERE session_id = ? AND id >= ? AND active = 0')
      .run(wellFormed(id), sinceMessageId).changes;
  });
}
