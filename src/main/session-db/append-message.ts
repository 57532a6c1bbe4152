import { countToolCalls, givenToolCalls } from './bound-values.ts';
import { assertNotCompressing } from './compression-locks.ts';
import type { CompressionGuard } from './compression-locks.ts';
import { SessionDbError } from './errors.ts';
import { insertMessage } from './message-insert.ts';
import { prepared } from './prepared.ts';
import { wellFormed } from './python-text.ts';
import { hasSharedPrompts } from './session-row.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/** A message to add; spec: api §2. */
export interface AppendMessageInput extends CompressionGuard {
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

const COUNT =
  'UPDATE sessions SET message_count = message_count + 1, tool_call_count = tool_call_count + ? WHERE id = ?';

/**
 * Adds a message and counts it in its session.
 *
 * @returns the id of the new row.
 * @throws {TypeError} for content that JSON cannot hold.
 * @throws SqliteError of a foreign key for an unknown session.
 * @throws SessionDbError `compressing` in files of later builds, while another holder compresses the session.
 * @throws SessionDbError `conflict` in files of later builds, for a session that ended by compression.
 */
export function appendMessage(store: Store, input: AppendMessageInput): number {
  const calls = givenToolCalls(input.toolCalls);
  return write(store, db => {
    if (hasSharedPrompts(store.catalog)) assertTakesMessages(store, input);
    const id = insertMessage(store, input.sessionId, {
      role: input.role,
      content: input.content,
      tool_call_id: input.toolCallId,
      tool_calls: calls,
      tool_name: input.toolName,
      effect_disposition: input.effectDisposition,
      timestamp: input.timestamp,
      token_count: input.tokenCount,
      finish_reason: input.finishReason,
      reasoning: input.reasoning,
      reasoning_content: input.reasoningContent,
      reasoning_details: input.reasoningDetails,
      codex_reasoning_items: input.codexReasoningItems,
      codex_message_items: input.codexMessageItems,
      platform_message_id: input.platformMessageId,
      observed: input.observed,
      api_content: input.apiContent,
      display_kind: input.displayKind,
      display_metadata: input.displayMetadata,
    });
    prepared(db, COUNT).run(countToolCalls(calls), wellFormed(input.sessionId));
    return id;
  });
}

/** Builds from 25 on refuse an append that would land beside a compression; spec: migrations §9. */
function assertTakesMessages(store: Store, input: AppendMessageInput): void {
  assertNotCompressing(store, [input.sessionId], input);
  const reason = store.db
    .prepare<[string], string | null>('SELECT end_reason FROM sessions WHERE id = ? AND ended_at IS NOT NULL')
    .pluck()
    .get(wellFormed(input.sessionId));
  if (reason !== 'compression' || input.whileCompressing === 'proceed') return;
  throw new SessionDbError('conflict', `Session ${input.sessionId} was compressed; it takes no more messages.`, {
    hint: 'Add the message to the session that continues it.',
  });
}
