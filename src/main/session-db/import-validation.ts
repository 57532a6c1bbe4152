import { compactJsonSize, isPlainObject } from './compact-json-size.ts';
import { isTruthy } from './content.ts';
import { SessionDbError } from './errors.ts';
import { importedInteger } from './import-values.ts';
import { dumpPythonJson, parsePythonJson } from './python-json.ts';
import { trim, wellFormed } from './python-text.ts';

/** What one import takes at most; spec: api §9. */
const LIMITS = {
  sessions: 500,
  messagesPerSession: 10_000,
  messages: 50_000,
  sessionBytes: 5 * 1024 * 1024,
  bytes: 25 * 1024 * 1024,
} as const;

/** Why an entry of the list cannot be imported. */
export interface ImportError {
  /** Place in the list, from 0. */
  readonly index: number;
  readonly error: string;
  /** Missing where the entry has no id. */
  readonly session_id?: string;
}

/** An entry that can be imported. */
export interface ImportEntry {
  readonly id: string;
  /** The entry as it was given; `model_config` is JSON text or null. */
  readonly session: Readonly<Record<string, unknown>>;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

const SESSION_TEXTS = [
  ...['parent_session_id', 'source', 'user_id', 'model', 'system_prompt', 'end_reason', 'cwd', 'git_branch'],
  ...['git_repo_root', 'billing_provider', 'billing_base_url', 'billing_mode', 'cost_status', 'cost_source'],
  ...['pricing_version', 'title'],
];

const MESSAGE_TEXTS = [
  ...['tool_call_id', 'tool_name', 'effect_disposition', 'finish_reason', 'reasoning', 'reasoning_content'],
  ...['platform_message_id', 'message_id'],
];

/**
 * Checks every entry of an import before anything is written; spec: api §9.
 *
 * @returns the entries, and the faults of the others: with any of those nothing must be imported.
 * @throws SessionDbError `invalid-input` for what is no list, and for more than 500 entries.
 */
export function validateImport(sessions: unknown): { entries: ImportEntry[]; errors: ImportError[] } {
  if (!Array.isArray(sessions)) throw new SessionDbError('invalid-input', 'sessions must be a list');
  if (sessions.length > LIMITS.sessions) {
    throw new SessionDbError('invalid-input', `sessions must contain at most ${LIMITS.sessions} entries`);
  }
  const totals = { bytes: 0, messages: 0, ids: new Set<string>() };
  const entries: ImportEntry[] = [];
  const errors: ImportError[] = [];
  sessions.forEach((raw: unknown, index) => {
    const id = isPlainObject(raw) ? idOf(raw['id']) : '';
    const found = isPlainObject(raw) ? entryOrFault(raw, id, totals) : 'session must be an object';
    if (typeof found !== 'string') entries.push(found);
    else errors.push({ index, error: found, ...(id === '' ? {} : { session_id: id }) });
  });
  return { entries, errors };
}

interface Totals {
  bytes: number;
  messages: number;
  readonly ids: Set<string>;
}

/** Faults are looked for in Hermes's order, and the first one is told. */
function entryOrFault(raw: Record<string, unknown>, id: string, totals: Totals): ImportEntry | string {
  const messages = listedMessages(raw['messages']);
  const fault = identityFault(id, totals);
  if (fault !== null) return fault;
  if (typeof messages === 'string') return messages;
  const tooLarge = sizeFault(raw, totals);
  if (tooLarge !== null) return tooLarge;
  const config = configOf(raw['model_config']);
  const wrong = config.fault ?? textFault(raw, SESSION_TEXTS) ?? firstFault(messages);
  if (wrong !== null) return wrong;
  totals.messages += messages.length;
  if (totals.messages > LIMITS.messages) return 'messages exceeds the total import limit';
  totals.ids.add(id);
  return { id, session: { ...raw, model_config: config.text }, messages };
}

function idOf(id: unknown): string {
  const isId = typeof id === 'string' || (typeof id === 'number' && id !== 0) || typeof id === 'bigint';
  return isId ? wellFormed(trim(String(id))) : '';
}

function identityFault(id: string, totals: Totals): string | null {
  if (id === '') return 'session id is required';
  return totals.ids.has(id) ? 'duplicate session id' : null;
}

/** The messages of an entry, or what is wrong with them. */
function listedMessages(messages: unknown): Record<string, unknown>[] | string {
  if (!isTruthy(messages)) return [];
  if (!Array.isArray(messages)) return 'messages must be a list';
  if (messages.length > LIMITS.messagesPerSession) return 'messages exceeds the per-session import limit';
  const objects = messages.filter(isPlainObject);
  return objects.length === messages.length ? objects : 'messages must contain only objects';
}

function sizeFault(raw: Record<string, unknown>, totals: Totals): string | null {
  const bytes = sizeOrNull(raw);
  if (bytes === null) return 'session must be JSON serializable';
  if (bytes > LIMITS.sessionBytes) return 'session exceeds the import size limit';
  totals.bytes += bytes;
  return totals.bytes > LIMITS.bytes ? 'import exceeds the total size limit' : null;
}

function sizeOrNull(raw: Record<string, unknown>): number | null {
  try {
    return compactJsonSize(raw);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** JSON text is kept as it is; an object is written as Python does. */
function configOf(config: unknown): { text: string | null; fault: string | null } {
  if (config === null || config === undefined) return { text: null, fault: null };
  if (typeof config === 'string') {
    const parsed = parsedOr(config, undefined);
    if (parsed === undefined) return { text: null, fault: 'model_config must be valid JSON' };
    return isPlainObject(parsed) ? { text: config, fault: null } : { text: null, fault: NOT_AN_OBJECT };
  }
  return isPlainObject(config) ? { text: dumpPythonJson(config), fault: null } : { text: null, fault: NOT_AN_OBJECT };
}

const NOT_AN_OBJECT = 'model_config must be a JSON object';

function parsedOr<T>(text: string, fallback: T) {
  try {
    return parsePythonJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return fallback;
    throw error;
  }
}

function textFault(values: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const wrong = names.find(name => !['string', 'undefined'].includes(typeof (values[name] ?? undefined)));
  return wrong === undefined ? null : `${wrong} must be a string`;
}

function firstFault(messages: readonly Readonly<Record<string, unknown>>[]): string | null {
  for (const [index, message] of messages.entries()) {
    const { role, token_count: tokens } = message;
    if (typeof role !== 'string' || role === '') return `messages[${index}].role must be a non-empty string`;
    const fault = textFault(message, MESSAGE_TEXTS);
    if (fault !== null) return fault;
    if (tokens !== null && tokens !== undefined && importedInteger(tokens) === null)
      return 'token_count must be an integer';
  }
  return null;
}
