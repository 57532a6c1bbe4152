import { isTruthy } from './content.ts';
import type { ConversationEntry } from './conversation.ts';
import type { PythonJson } from './python-json.ts';
import { trim } from './python-text.ts';

/**
 * Makes roles alternate for providers that insist on it. Adjacent assistant entries become one, tool entries that
 * answer no call of the current turn go, adjacent user texts become one.
 *
 * spec: api §2 (`repair_alternation`); for replay only, since it hides what was really stored.
 */
export function repairAlternation(entries: readonly ConversationEntry[]): ConversationEntry[] {
  return mergeUsers(dropStrayResults(mergeAssistants(entries)));
}

function mergeAssistants(entries: readonly ConversationEntry[]): ConversationEntry[] {
  const merged: ConversationEntry[] = [];
  for (const entry of entries) {
    const previous = merged.at(-1);
    if (previous !== undefined && mayMerge(previous) && mayMerge(entry)) {
      merged[merged.length - 1] = isProvisional(previous) ? entry : mergeAssistant(previous, entry);
    } else {
      merged.push(entry);
    }
  }
  return merged;
}

/** Codex items are tied to their own entry, and an incomplete entry is continued by the next one. */
function mayMerge(entry: ConversationEntry): boolean {
  return (
    entry.role === 'assistant' &&
    !isTruthy(entry.codex_reasoning_items) &&
    !isTruthy(entry.codex_message_items) &&
    entry.finish_reason !== 'incomplete'
  );
}

/** An answer that was held back for verification is replaced by the answer that followed. */
function isProvisional(entry: ConversationEntry): boolean {
  return entry.finish_reason === 'verification_required' || entry.finish_reason === 'verify_hook_continue';
}

function mergeAssistant(previous: ConversationEntry, next: ConversationEntry): ConversationEntry {
  const { api_content: sent, ...rest } = previous;
  const content = joinedContent(previous.content, next.content);
  const calls = [...callsOf(previous), ...callsOf(next)];
  const keepsSent = sent !== undefined && content === previous.content;
  return {
    ...rest,
    ...(keepsSent ? { api_content: sent } : {}),
    content,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(!isTruthy(previous.reasoning_content) && next.reasoning_content !== undefined
      ? { reasoning_content: next.reasoning_content }
      : {}),
  };
}

/** Only texts are joined; the parts of a multimodal message are left as they are. */
function joinedContent(previous: PythonJson, next: PythonJson): PythonJson {
  if (typeof previous === 'string' && typeof next === 'string') {
    return [trim(previous), trim(next)].filter(text => text !== '').join('\n');
  }
  return previous ?? next;
}

function callsOf(entry: ConversationEntry): PythonJson[] {
  return Array.isArray(entry.tool_calls) ? entry.tool_calls : [];
}

function dropStrayResults(entries: readonly ConversationEntry[]): ConversationEntry[] {
  let open = new Set<string>();
  return entries.filter(entry => {
    if (entry.role === 'assistant') open = new Set(callsOf(entry).flatMap(callIds));
    if (entry.role === 'user') open.clear();
    return entry.role !== 'tool' || open.delete(entry.tool_call_id ?? '');
  });
}

function callIds(call: PythonJson): string[] {
  if (typeof call !== 'object' || call === null || Array.isArray(call)) return [];
  return [call['id'], call['call_id']].filter(id => typeof id === 'string').filter(id => id !== '');
}

function mergeUsers(entries: readonly ConversationEntry[]): ConversationEntry[] {
  const merged: ConversationEntry[] = [];
  for (const entry of entries) {
    const previous = merged.at(-1);
    if (previous?.role === 'user' && entry.role === 'user' && isText(previous) && isText(entry)) {
      const { api_content: _sent, ...rest } = previous;
      const texts = [previous.content, entry.content].filter(text => text !== '');
      merged[merged.length - 1] = { ...rest, content: texts.join('\n\n') };
    } else {
      merged.push(entry);
    }
  }
  return merged;
}

function isText(entry: ConversationEntry): entry is ConversationEntry & { content: string } {
  return typeof entry.content === 'string';
}
