import type { SessionDB } from '../../src/main/session-db/index.ts';
import { parsePythonJson } from '../../src/main/session-db/python-json.ts';

/** What an import does not bring back: what belongs to a running agent, counters, ids, and rows of other tables. */
const SESSION_LEFT_OUT = new Set([
  ...['session_key', 'chat_id', 'chat_type', 'thread_id', 'display_name', 'origin_json', 'expiry_finalized'],
  ...['handoff_state', 'handoff_platform', 'handoff_error', 'compression_failure_cooldown_until'],
  ...['compression_failure_error', 'compression_fallback_streak', 'compression_ineffective_count'],
  ...['profile_name', 'rewind_count', 'pinned', 'message_count', 'tool_call_count', 'last_active', 'messages'],
]);
const MESSAGE_LEFT_OUT = new Set(['id', 'compacted', 'active']);
const REASONING = [
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
];

const COUNTERS_OF_LATER_VERSIONS = {
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  api_call_count: 0,
};

type Exported = ReturnType<SessionDB['exportAll']>[number];

/** The part of an exported session that an import has to bring back. */
export function restored(session: Exported, known: ReadonlySet<string>): unknown {
  const parent = session.parent_session_id;
  const kept = Object.entries(session).filter(([name, value]) => !SESSION_LEFT_OUT.has(name) && value !== null);
  const messages = session.messages.map(message => {
    const left = message.role === 'assistant' ? MESSAGE_LEFT_OUT : new Set([...MESSAGE_LEFT_OUT, ...REASONING]);
    const isNothing = (name: string, value: unknown) => value === null || (name === 'tool_calls' && value === '');
    const values = Object.entries(message).filter(([name, value]) => !left.has(name) && !isNothing(name, value));
    return Object.fromEntries(values.map(([name, value]) => [name, asJson(name, value)]));
  });
  const isKept = parent !== null && known.has(parent);
  return {
    ...COUNTERS_OF_LATER_VERSIONS,
    ...Object.fromEntries(kept.filter(([name]) => name !== 'parent_session_id')),
    ...(isKept ? { parent_session_id: parent } : {}),
    archived: session.archived ?? 0,
    messages: messages.map(message => ({ observed: 0, ...message })),
  };
}

/** Provider items are JSON text, of which only the meaning has to stay. */
function asJson(name: string, value: unknown): unknown {
  return REASONING.includes(name) && /details|items/.test(name) ? parsePythonJson(String(value)) : value;
}
