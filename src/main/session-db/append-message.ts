import { has } from './catalog.ts';
import { decodeDisplayMetadata, decodeToolCalls, encodeContent, isTruthy } from './content.ts';
import { dumpPythonJson } from './python-json.ts';
import { trim, wellFormed } from './python-text.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** A message to add; spec: api §2. */
export interface AppendMessageInput {
  /** Must exist. An ended session takes messages and stays ended. */
  readonly sessionId: string;
  readonly role: string;
  /** Text, bytes, or the parts of a multimodal message. */
  readonly content?: unknown;
  readonly toolName?: string | null;
  /** A list of calls, one call, or either as JSON text; text that is not JSON counts as none. */
  readonly toolCalls?: unknown;
  readonly toolCallId?: string | null;
  readonly tokenCount?: number | null;
  readonly finishReason?: string | null;
  readonly reasoning?: string | null;
  readonly reasoningContent?: string | null;
  readonly reasoningDetails?: unknown;
  readonly codexReasoningItems?: unknown;
  readonly codexMessageItems?: unknown;
  readonly platformMessageId?: string | null;
  readonly observed?: boolean;
  readonly effectDisposition?: string | null;
  /** Unix seconds, as a number or text, or a date; now unless given, and where it cannot be read. */
  readonly timestamp?: number | string | Date | null;
  readonly apiContent?: string | null;
  readonly displayKind?: string | null;
  readonly displayMetadata?: unknown;
}

/**
 * Adds a message and counts it in its session.
 *
 * @returns the id of the new row.
 * @throws {TypeError} for content that JSON cannot hold.
 * @throws SqliteError of a foreign key for an unknown session.
 */
export function appendMessage(store: Store, input: AppendMessageInput): number {
  const calls = givenCalls(input.toolCalls);
  const row = Object.entries(messageValues(store, input, calls)).filter(([name]) =>
    has(store.catalog, 'messages', name),
  );
  const columns = row.map(([name]) => `"${name}"`).join(', ');
  return write(store, db => {
    const { lastInsertRowid } = db
      .prepare(`INSERT INTO messages (${columns}) VALUES (${row.map(() => '?').join(', ')})`)
      .run(...row.map(([, value]) => value));
    db.prepare(
      'UPDATE sessions SET message_count = message_count + 1, tool_call_count = tool_call_count + ? WHERE id = ?',
    ).run(countCalls(calls), wellFormed(input.sessionId));
    return Number(lastInsertRowid);
  });
}

function messageValues(store: Store, input: AppendMessageInput, calls: unknown): Record<string, unknown> {
  return {
    session_id: wellFormed(input.sessionId),
    role: wellFormed(input.role),
    content: encodeContent(input.content),
    tool_call_id: textOrNull(input.toolCallId),
    tool_calls: jsonOrNull(calls),
    tool_name: textOrNull(input.toolName),
    effect_disposition: textOrNull(input.effectDisposition),
    timestamp: seconds(input.timestamp) ?? store.now(),
    token_count: input.tokenCount ?? null,
    finish_reason: textOrNull(input.finishReason),
    reasoning: textOrNull(input.reasoning),
    reasoning_content: textOrNull(input.reasoningContent),
    reasoning_details: jsonOrNull(input.reasoningDetails),
    codex_reasoning_items: jsonOrNull(input.codexReasoningItems),
    codex_message_items: jsonOrNull(input.codexMessageItems),
    platform_message_id: textOrNull(input.platformMessageId),
    observed: input.observed === true ? 1 : 0,
    // Some files have this column without a default, and NULL would hide the row from Hermes.
    active: 1,
    compacted: 0,
    api_content: textOrNull(input.apiContent),
    display_kind: textOrNull(input.displayKind),
    display_metadata: jsonOrNull(givenMetadata(input.displayMetadata)),
  };
}

function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : wellFormed(text);
}

/** Nothing, an empty list and an empty object are stored as NULL; spec: schema §9. */
function jsonOrNull(value: unknown): string | null {
  return isTruthy(value) ? dumpPythonJson(value) : null;
}

function givenCalls(calls: unknown): unknown {
  return typeof calls === 'string' ? decodeToolCalls(calls) : calls;
}

/** Metadata that arrives as JSON text must not be encoded a second time; spec: compat-notes 20. */
function givenMetadata(metadata: unknown): unknown {
  return typeof metadata === 'string' ? decodeDisplayMetadata(metadata) : metadata;
}

function countCalls(calls: unknown): number {
  if (Array.isArray(calls)) return calls.length;
  return isTruthy(calls) ? 1 : 0;
}

function seconds(timestamp: number | string | Date | null | undefined): number | null {
  if (timestamp === null || timestamp === undefined) return null;
  const value = secondsOf(timestamp);
  return Number.isFinite(value) ? value : null;
}

function secondsOf(timestamp: number | string | Date): number {
  if (timestamp instanceof Date) return timestamp.getTime() / 1000;
  const text = String(timestamp);
  return trim(text) === '' ? Number.NaN : Number(text);
}
