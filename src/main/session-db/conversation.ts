import { decodeContent, decodeDisplayMetadata, decodeProviderItems, decodeToolCalls, isTruthy } from './content.ts';
import type { MessageContent } from './content.ts';
import { repairAlternation } from './conversation-repair.ts';
import { getAncestorChain } from './lineage.ts';
import { stripMemoryContext } from './memory-context.ts';
import type { StoredMessage } from './message-rows.ts';
import { liveCondition, messageColumns } from './message-rows.ts';
import type { PythonJson } from './python-json.ts';
import { trim, trimStart, wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

/**
 * One message as a model's API expects it. Everything but `role` and `content` is there only where the row has it;
 * `timestamp` is in Unix seconds, `message_id` is the chat platform's.
 */
export interface ConversationEntry {
  readonly role: string;
  readonly content: MessageContent;
  readonly api_content?: string;
  readonly display_kind?: string;
  readonly display_metadata?: Record<string, PythonJson>;
  readonly timestamp?: number;
  readonly tool_call_id?: string;
  readonly tool_name?: string;
  readonly effect_disposition?: string;
  readonly tool_calls?: PythonJson;
  readonly message_id?: string;
  readonly observed?: true;
  readonly finish_reason?: string;
  readonly reasoning?: string;
  readonly reasoning_content?: string;
  readonly reasoning_details?: PythonJson;
  readonly codex_reasoning_items?: PythonJson;
  readonly codex_message_items?: PythonJson;
}

export interface ConversationOptions {
  /** Also the rows of every ancestor, replayed prompts left out. Default false. */
  readonly includeAncestors?: boolean;
  /** Also rows that were taken back or summarised away. Default false. */
  readonly includeInactive?: boolean;
  /** Merge and drop entries until roles alternate: for replay to a model, never for display. Default false. */
  readonly repairAlternation?: boolean;
}

/** A session as the list of messages that a model's API takes, in the order of row ids; spec: api §2. */
export function getMessagesAsConversation(
  store: Store,
  sessionId: string,
  options: ConversationOptions = {},
): ConversationEntry[] {
  const withAncestors = options.includeAncestors === true;
  const ids = withAncestors ? getAncestorChain(store, sessionId) : [sessionId];
  const entries = toConversation(conversationRows(store, ids, options.includeInactive === true), withAncestors);
  return options.repairAlternation === true ? repairAlternation(entries) : entries;
}

/**
 * What resuming a session needs: the history for the model (the session's own rows, repaired) and the history to
 * show (the rows of its whole ancestry); spec: api §2.
 */
export function getResumeConversations(
  store: Store,
  sessionId: string,
): [model: ConversationEntry[], display: ConversationEntry[]] {
  const id = wellFormed(sessionId);
  const rows = conversationRows(store, getAncestorChain(store, id), false);
  const own = rows.filter(row => row.session_id === id);
  return [repairAlternation(toConversation(own, false)), toConversation(rows, true)];
}

/** The rows of a session's ancestors alone, for showing above its own; spec: api §2. */
export function getAncestorDisplayPrefix(store: Store, sessionId: string): ConversationEntry[] {
  const ancestors = getAncestorChain(store, sessionId).slice(0, -1);
  return toConversation(conversationRows(store, ancestors, false), true);
}

function conversationRows(store: Store, sessionIds: readonly string[], includeInactive: boolean): StoredMessage[] {
  const live = includeInactive ? '1' : liveCondition(store.catalog);
  return store.db
    .prepare<[string], StoredMessage>(
      `SELECT ${messageColumns(store.catalog)} FROM messages m
       WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${live} ORDER BY m.id`,
    )
    .all(JSON.stringify(sessionIds.map(wellFormed)));
}

function toConversation(rows: readonly StoredMessage[], dropReplayed: boolean): ConversationEntry[] {
  const entries = rows.map(toEntry);
  return withoutReviews(dropReplayed ? withoutReplayedPrompts(entries) : entries);
}

function toEntry(row: StoredMessage): ConversationEntry {
  const content = decodeContent(row.content);
  const spoken = row.role === 'user' || row.role === 'assistant';
  const metadata = decodeDisplayMetadata(row.display_metadata);
  return {
    role: row.role,
    content: spoken && typeof content === 'string' ? trim(stripMemoryContext(content)) : content,
    ...truthy('api_content', row.api_content),
    ...truthy('display_kind', row.display_kind),
    ...truthy('display_metadata', metadata),
    ...truthy('timestamp', row.timestamp),
    ...truthy('tool_call_id', row.tool_call_id),
    ...truthy('tool_name', row.tool_name),
    ...truthy('effect_disposition', row.effect_disposition),
    ...(isTruthy(row.tool_calls) ? { tool_calls: decodeToolCalls(row.tool_calls) } : {}),
    ...truthy('message_id', row.platform_message_id),
    ...(isTruthy(row.observed) ? { observed: true } : {}),
    ...(row.role === 'assistant' ? assistantParts(row) : {}),
  };
}

/** Some providers demand `reasoning_content` back even when it is empty, so only NULL leaves it out; spec: compat-notes 9. */
function assistantParts(row: StoredMessage): Partial<ConversationEntry> {
  return {
    ...truthy('finish_reason', row.finish_reason),
    ...truthy('reasoning', row.reasoning),
    ...(row.reasoning_content === null ? {} : { reasoning_content: row.reasoning_content }),
    ...providerItems('reasoning_details', row.reasoning_details),
    ...providerItems('codex_reasoning_items', row.codex_reasoning_items),
    ...providerItems('codex_message_items', row.codex_message_items),
  };
}

function truthy(key: keyof ConversationEntry, value: unknown): Partial<ConversationEntry> {
  return isTruthy(value) ? { [key]: value } : {};
}

function providerItems(key: keyof ConversationEntry, stored: unknown): Partial<ConversationEntry> {
  return isTruthy(stored) ? { [key]: decodeProviderItems(stored) } : {};
}

/**
 * After a compression the last prompt is stored again in the next session. A user text that was said since the last
 * answer is such a copy; spec: api §2.
 */
function withoutReplayedPrompts(entries: readonly ConversationEntry[]): ConversationEntry[] {
  const saidSinceAnswer = new Set<string>();
  return entries.filter(entry => {
    if (entry.role === 'assistant' && (isTruthy(entry.content) || isTruthy(entry.tool_calls))) saidSinceAnswer.clear();
    if (entry.role !== 'user' || typeof entry.content !== 'string' || entry.content === '') return true;
    if (saidSinceAnswer.has(entry.content)) return false;
    saidSinceAnswer.add(entry.content);
    return true;
  });
}

const REVIEW_PROMPTS = [
  'Review the conversation above and update the skill library',
  'Review the conversation above and consider saving to memory',
];

/** Old builds wrote the prompts of a background review, and its answer, into real sessions; spec: api §2, compat-notes 22. */
function withoutReviews(entries: readonly ConversationEntry[]): ConversationEntry[] {
  return entries.filter((entry, index) => {
    const before = entries[index - 1];
    if (isReviewPrompt(entry)) return false;
    return !(entry.role === 'assistant' && before !== undefined && isReviewPrompt(before));
  });
}

function isReviewPrompt(entry: ConversationEntry): boolean {
  if ((entry.role !== 'user' && entry.role !== 'system') || typeof entry.content !== 'string') return false;
  const text = trimStart(entry.content);
  return REVIEW_PROMPTS.some(prompt => text.startsWith(prompt));
}
