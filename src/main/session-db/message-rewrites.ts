import { has } from './catalog.ts';
import { assertNotCompressing } from './compression-locks.ts';
import type { CompressionGuard } from './compression-locks.ts';
import { insertMessages } from './message-insert.ts';
import type { Inserted, TranscriptMessage } from './message-insert.ts';
import { liveCondition } from './message-rows.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** Options of {@link replaceMessages}. */
export interface ReplaceMessagesOptions extends CompressionGuard {
  /** Rows that were taken back or summarised away stay. Default false. */
  readonly activeOnly?: boolean;
}

/**
 * Replaces the messages of a session; they are gone. The counters become those of the new messages; spec: api §2.
 *
 * @throws SessionDbError `compressing`; SqliteError of a foreign key for an unknown session.
 */
export function replaceMessages(
  store: Store,
  id: string,
  messages: readonly TranscriptMessage[],
  options: ReplaceMessagesOptions = {},
): void {
  write(store, db => {
    assertNotCompressing(store, [id], options);
    const which = options.activeOnly === true ? liveCondition(store.catalog, 'messages') : '1';
    db.prepare(`DELETE FROM messages WHERE session_id = ? AND ${which}`).run(wellFormed(id));
    setCounters(store, id, insertMessages(store, id, messages));
  });
}

/**
 * Compacts a session in place: its live messages are kept as summarised, and these take their place.
 *
 * @returns how many live messages there are now; spec: api §2.
 * @throws SessionDbError `compressing`; SqliteError of a foreign key for an unknown session.
 */
export function archiveAndCompact(
  store: Store,
  id: string,
  messages: readonly TranscriptMessage[],
  guard: CompressionGuard = {},
): number {
  return write(store, db => {
    assertNotCompressing(store, [id], guard);
    const compacted = has(store.catalog, 'messages', 'compacted') ? ', compacted = 1' : '';
    db.prepare(
      `UPDATE messages SET active = 0${compacted} WHERE session_id = ? AND ${liveCondition(store.catalog, 'messages')}`,
    ).run(wellFormed(id));
    const inserted = insertMessages(store, id, messages);
    setCounters(store, id, inserted);
    return inserted.messages;
  });
}

/**
 * Removes every message of a session, taken-back ones included. Its title, tokens and usage stay; spec: api §2.
 *
 * @throws SessionDbError `compressing`.
 */
export function clearMessages(store: Store, id: string, guard: CompressionGuard = {}): void {
  write(store, db => {
    assertNotCompressing(store, [id], guard);
    db.prepare('DELETE FROM messages WHERE session_id = ?').run(wellFormed(id));
    setCounters(store, id, { messages: 0, toolCalls: 0 });
  });
}

function setCounters(store: Store, id: string, inserted: Inserted): void {
  store.db
    .prepare('UPDATE sessions SET message_count = ?, tool_call_count = ? WHERE id = ?')
    .run(inserted.messages, inserted.toolCalls, wellFormed(id));
}
