import { getCompressionLineage } from './lineage.ts';
import type { CompressionLineageOptions } from './lineage.ts';
import { searchSessions } from './listing.ts';
import type { MessageRow } from './message-rows.ts';
import { getMessages } from './messages.ts';
import { getSession } from './session-lookup.ts';
import type { ActiveSessionRow, SessionRow } from './session-row.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** A session with its live messages. */
export interface ExportedSession extends SessionRow {
  readonly messages: MessageRow[];
}

/** A conversation: the row of its last segment, with every segment and all their messages in order. */
export interface ExportedLineage extends ExportedSession {
  readonly segments: ExportedSession[];
  readonly lineage_session_ids: string[];
}

export interface ExportAllOptions {
  /** Only sessions of this source. */
  readonly source?: string;
}

/** A session with its last activity and its live messages. */
export interface ExportedListRow extends ActiveSessionRow {
  readonly messages: MessageRow[];
}

/** The stored row of a session with its live messages; null for an unknown id; spec: api §9. */
export function exportSession(store: Store, sessionId: string): ExportedSession | null {
  return snapshot(store, () => {
    const row = getSession(store, sessionId);
    return row === null ? null : { ...row, messages: getMessages(store, sessionId) };
  });
}

/**
 * The whole conversation that holds a session, as one record; null for an unknown id. `message_count` is the number
 * of messages exported; spec: api §9.
 */
export function exportSessionLineage(
  store: Store,
  sessionId: string,
  options: CompressionLineageOptions = {},
): ExportedLineage | null {
  return snapshot(store, () => {
    const segments = getCompressionLineage(store, sessionId, options)
      .map(id => exportSession(store, id))
      .filter(segment => segment !== null);
    const last = segments.at(-1);
    if (last === undefined) return null;
    const messages = segments.flatMap(segment => segment.messages);
    return {
      ...last,
      messages,
      message_count: messages.length,
      segments,
      lineage_session_ids: segments.map(segment => segment.id),
    };
  });
}

/**
 * Every session with its live messages, most recently active first: all of them at once in memory, so meant for small
 * files and tests.
 *
 * spec: api §9
 */
export function exportAll(store: Store, options: { readonly source?: string } = {}): ExportedListRow[] {
  return snapshot(store, () =>
    searchSessions(store, { ...options, limit: -1 }).map(row => ({ ...row, messages: getMessages(store, row.id) })),
  );
}
