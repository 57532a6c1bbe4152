import { contentText, decodeContent } from './content.ts';
import { has } from './catalog.ts';
import type { MessageRow, StoredMessage } from './message-rows.ts';
import { liveCondition, messageColumns, toMessageRow } from './message-rows.ts';
import { codePointLength, firstCodePoints, splitWords, wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

export interface GetMessagesOptions {
  /** Also rows that were taken back or summarised away. Default false. */
  readonly includeInactive?: boolean;
  /** At most so many rows; no limit unless given. */
  readonly limit?: number | null;
  /** Rows to leave out from the beginning. Default 0. */
  readonly offset?: number;
}

/**
 * The rows of a session in the order of their ids.
 *
 * @returns an empty list for an unknown session.
 * spec: api §2
 */
export function getMessages(store: Store, sessionId: string, options: GetMessagesOptions = {}): MessageRow[] {
  const live = options.includeInactive === true ? '1' : liveCondition(store.catalog);
  return selectRows(
    store,
    `WHERE m.session_id = ? AND ${live} ORDER BY m.id LIMIT ? OFFSET ?`,
    wellFormed(sessionId),
    options.limit ?? -1,
    options.offset ?? 0,
  ).map(toMessageRow);
}

export interface MessagesAround {
  /** Rows before the anchor, the anchor, rows after it, in the order of their ids; taken-back rows included. */
  readonly window: MessageRow[];
  readonly messages_before: number;
  readonly messages_after: number;
}

/**
 * The rows around one message. Empty, with zeros, if that session has no such message.
 *
 * @param options.window - rows on each side, 5 unless given; negative is 0.
 * spec: api §2
 */
export function getMessagesAround(
  store: Store,
  sessionId: string,
  messageId: number,
  options: { readonly window?: number } = {},
): MessagesAround {
  const size = Math.max(0, options.window ?? 5);
  const id = wellFormed(sessionId);
  const upTo = selectRows(
    store,
    'WHERE m.session_id = ? AND m.id <= ? ORDER BY m.id DESC LIMIT ?',
    id,
    messageId,
    size + 1,
  );
  if (upTo[0]?.id !== messageId) return { window: [], messages_before: 0, messages_after: 0 };
  const after = selectRows(store, 'WHERE m.session_id = ? AND m.id > ? ORDER BY m.id LIMIT ?', id, messageId, size);
  return {
    window: [...upTo.reverse(), ...after].map(toMessageRow),
    messages_before: upTo.length - 1,
    messages_after: after.length,
  };
}

export interface AnchoredViewOptions {
  /** Rows on each side of the anchor. Default 5. */
  readonly window?: number;
  /** Rows from the session's beginning and end. Default 3. */
  readonly bookend?: number;
  /** Roles to keep; the anchor always stays. Null keeps every role. Default user and assistant. */
  readonly keepRoles?: readonly string[] | null;
}

export interface AnchoredView extends MessagesAround {
  readonly bookend_start: MessageRow[];
  readonly bookend_end: MessageRow[];
}

/** The rows around one message with the first and last rows of the session that lie outside them; spec: api §2. */
export function getAnchoredView(
  store: Store,
  sessionId: string,
  messageId: number,
  options: AnchoredViewOptions = {},
): AnchoredView {
  const around = getMessagesAround(store, sessionId, messageId, options);
  const first = around.window[0];
  const last = around.window.at(-1);
  if (first === undefined || last === undefined) return { ...around, bookend_start: [], bookend_end: [] };
  const roles = options.keepRoles === undefined ? ['user', 'assistant'] : options.keepRoles;
  const kept = (row: MessageRow) => row.id === messageId || roles === null || roles.includes(row.role);
  const bookend = bookendReader(store, sessionId, roles, Math.max(0, options.bookend ?? 3));
  return {
    ...around,
    window: around.window.filter(kept),
    bookend_start: bookend('m.id < ? ORDER BY m.id', first.id),
    bookend_end: bookend('m.id > ? ORDER BY m.id DESC', last.id).reverse(),
  };
}

/** SQL's `length` is 0 for multimodal content, so such rows never become bookends; spec: api §2. */
function bookendReader(
  store: Store,
  sessionId: string,
  roles: readonly string[] | null,
  count: number,
): (where: string, bound: number) => MessageRow[] {
  const roleFilter = roles === null ? '1' : 'm.role IN (SELECT value FROM json_each(?))';
  const bound = [wellFormed(sessionId), ...(roles === null ? [] : [JSON.stringify(roles.map(wellFormed))])];
  return (where, id) =>
    selectRows(
      store,
      `WHERE m.session_id = ? AND ${roleFilter} AND length(m.content) > 0 AND ${where} LIMIT ?`,
      ...bound,
      id,
      count,
    ).map(toMessageRow);
}

export interface RecentUserMessagesOptions {
  /** At most so many, 20 unless given. */
  readonly limit?: number;
  /** Also messages that were taken back or summarised away. Default false. */
  readonly includeInactive?: boolean;
}

export interface RecentUserMessage {
  readonly id: number;
  readonly timestamp: number;
  /** One line of at most 80 characters. */
  readonly preview: string;
}

/** The newest user messages of a session, newest first; spec: api §2. */
export function listRecentUserMessages(
  store: Store,
  sessionId: string,
  options: RecentUserMessagesOptions = {},
): RecentUserMessage[] {
  const live = options.includeInactive === true ? '1' : liveCondition(store.catalog);
  return store.db
    .prepare<unknown[], { id: number; timestamp: number; content: unknown }>(
      `SELECT m.id, m.timestamp, m.content FROM messages m
       WHERE m.session_id = ? AND m.role = 'user' AND ${live} ORDER BY m.id DESC LIMIT ?`,
    )
    .all(wellFormed(sessionId), options.limit ?? 20)
    .map(({ id, timestamp, content }) => ({ id, timestamp, preview: oneLine(contentText(decodeContent(content))) }));
}

function oneLine(text: string): string {
  const line = splitWords(text).join(' ');
  return codePointLength(line) > 80 ? `${firstCodePoints(line, 77)}...` : line;
}

/** True if a session has rows that were taken back or summarised away; spec: api §2. */
export function hasArchivedMessages(store: Store, sessionId: string): boolean {
  if (!has(store.catalog, 'messages', 'active')) return false;
  return exists(store, 'm.active = 0', wellFormed(sessionId));
}

/** True if a session holds a message with this id of the chat platform; spec: api §2. */
export function hasPlatformMessageId(store: Store, sessionId: string, platformMessageId: string): boolean {
  if (!has(store.catalog, 'messages', 'platform_message_id')) return false;
  return exists(store, 'm.platform_message_id = ?', wellFormed(sessionId), wellFormed(platformMessageId));
}

function exists(store: Store, condition: string, ...parameters: string[]): boolean {
  return (
    store.db.prepare(`SELECT 1 FROM messages m WHERE m.session_id = ? AND ${condition} LIMIT 1`).get(...parameters) !==
    undefined
  );
}

function selectRows(store: Store, tail: string, ...parameters: unknown[]): StoredMessage[] {
  return store.db
    .prepare<unknown[], StoredMessage>(`SELECT ${messageColumns(store.catalog)} FROM messages m ${tail}`)
    .all(...parameters);
}
