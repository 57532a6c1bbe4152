import { has } from './catalog.ts';
import { encodeContent } from './content.ts';
import {
  countToolCalls,
  flagOf,
  givenToolCalls,
  jsonOrNull,
  metadataOrNull,
  numberOrNull,
  providerItemsOrNull,
  secondsOrNull,
  textOrNull,
} from './bound-values.ts';
import { prepared } from './prepared.ts';
import type { Store } from './store.ts';

/**
 * A message under the names of the columns, as the reading methods return it. Any key may be missing; keys that are no
 * columns are ignored, but for `message_id`, which stands for `platform_message_id` as in conversations.
 */
export interface TranscriptMessage {
  /** `unknown` unless given. */
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_call_id?: unknown;
  /** A list of calls, one call, or either as JSON text; text that is not JSON counts as none. */
  readonly tool_calls?: unknown;
  readonly tool_name?: unknown;
  readonly effect_disposition?: unknown;
  /** Unix seconds, as a number or text, or a date. */
  readonly timestamp?: unknown;
  readonly token_count?: unknown;
  readonly finish_reason?: unknown;
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: unknown;
  readonly codex_reasoning_items?: unknown;
  readonly codex_message_items?: unknown;
  readonly platform_message_id?: unknown;
  readonly message_id?: unknown;
  readonly observed?: unknown;
  readonly api_content?: unknown;
  readonly display_kind?: unknown;
  readonly display_metadata?: unknown;
}

/** What was inserted: rows, and the tool calls in them. */
export interface Inserted {
  readonly messages: number;
  readonly toolCalls: number;
}

/** The least difference between the times of two rows that are inserted together, in seconds. */
const TICK = 1e-6;

/**
 * Inserts live rows in the given order, inside a transaction of the caller. A row without a time gets one later than
 * the row before it. Only assistant rows keep reasoning. The counters of the session are left to the caller; spec: api
 * §2, "Bulk insert".
 *
 * @throws {TypeError} for a value that cannot be stored; SqliteError of a foreign key for an unknown session.
 */
export function insertMessages(store: Store, sessionId: string, messages: readonly TranscriptMessage[]): Inserted {
  let next = store.now();
  let toolCalls = 0;
  for (const message of messages) {
    const timestamp = secondsOrNull(message.timestamp) ?? next;
    insertMessage(store, sessionId, reasonedByAssistant({ ...message, timestamp }));
    toolCalls += countToolCalls(givenToolCalls(message.tool_calls));
    next = Math.max(next, timestamp) + TICK;
  }
  return { messages: messages.length, toolCalls };
}

function reasonedByAssistant(message: TranscriptMessage): TranscriptMessage {
  if (message.role === 'assistant') return message;
  return {
    ...message,
    reasoning: null,
    reasoning_content: null,
    reasoning_details: null,
    codex_reasoning_items: null,
    codex_message_items: null,
  };
}

/**
 * Inserts one live row, inside a transaction of the caller.
 *
 * @returns the id of the row.
 */
export function insertMessage(store: Store, sessionId: string, message: TranscriptMessage): number {
  const row = Object.entries(storedValues(store, sessionId, message)).filter(([name]) =>
    has(store.catalog, 'messages', name),
  );
  const columns = row.map(([name]) => `"${name}"`).join(', ');
  const insert = prepared(store.db, `INSERT INTO messages (${columns}) VALUES (${row.map(() => '?').join(', ')})`);
  return Number(insert.run(...row.map(([, value]) => value)).lastInsertRowid);
}

function storedValues(store: Store, sessionId: string, message: TranscriptMessage): Record<string, unknown> {
  return {
    session_id: textOrNull(sessionId),
    role: textOrNull(message.role ?? 'unknown'),
    content: encodeContent(message.content),
    tool_call_id: textOrNull(message.tool_call_id),
    tool_calls: jsonOrNull(givenToolCalls(message.tool_calls)),
    tool_name: textOrNull(message.tool_name),
    effect_disposition: textOrNull(message.effect_disposition),
    timestamp: secondsOrNull(message.timestamp) ?? store.now(),
    token_count: numberOrNull(message.token_count),
    finish_reason: textOrNull(message.finish_reason),
    reasoning: textOrNull(message.reasoning),
    reasoning_content: textOrNull(message.reasoning_content),
    reasoning_details: providerItemsOrNull(message.reasoning_details),
    codex_reasoning_items: providerItemsOrNull(message.codex_reasoning_items),
    codex_message_items: providerItemsOrNull(message.codex_message_items),
    platform_message_id: textOrNull(message.platform_message_id ?? message.message_id),
    observed: flagOf(message.observed),
    // Some files have this column without a default, and NULL would hide the row from Hermes.
    active: 1,
    compacted: 0,
    api_content: textOrNull(message.api_content),
    display_kind: textOrNull(message.display_kind),
    display_metadata: metadataOrNull(message.display_metadata),
  };
}
