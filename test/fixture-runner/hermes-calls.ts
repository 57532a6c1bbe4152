import * as sessionDb from '../../src/main/session-db/index.ts';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import { decodeArgument } from './recorded-values.ts';
import { parametersOf } from './signatures.ts';

/** A recorded question: Hermes's method name, its arguments and its keyword arguments. */
export interface Question {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly kwargs: Readonly<Record<string, unknown>>;
}

/** A recorded method that we have under no name. */
export class NoSuchMethod extends Error {}

const RENAMED: Readonly<Record<string, string>> = { list_sessions_rich: 'listSessions' };

/** Recorded as methods, ours are plain functions of the same module. */
const FUNCTIONS = new Set(['sanitize_title']);

/** Parameters that are positional with us, where those are not just the ones without a default. */
const POSITIONAL: Readonly<Record<string, readonly string[]>> = {
  message_count: ['session_id'],
  create_session: [],
  append_message: [],
  find_session_by_origin: [],
  find_latest_gateway_session_for_peer: [],
  promote_to_session_reset: ['session_id', 'reason'],
  record_compression_failure_cooldown: ['session_id', 'cooldown_until', 'error'],
  record_gateway_session_peer: ['session_id'],
  set_expiry_finalized: ['session_id', 'finalized'],
  set_latest_matching_message_display_kind: ['session_id'],
  update_session_billing_route: ['session_id'],
  update_session_meta: ['session_id', 'model_config_json', 'model'],
};

/** Parameters that mean nothing here: a cursor of Python's own library. */
const LEFT_OUT = new Set(['cursor']);

/** The values of our policy options that ask for Hermes's own answer. Each option says so where it is declared. */
const LINEAGE = { branchMarks: 'any', maxHops: 100 };
const FILTER = { branchMarks: 'any', lostParents: 'hidden' };
const LIST = { ...LINEAGE, ...FILTER, partsPreview: 'stored', compactModelConfig: true };
const SEGMENTS = { ...LINEAGE, childChoice: 'earliest' };
const LOCKS = { whileCompressing: 'proceed' };
const RULES = { keepPinned: false, keepLiveChains: false, delegates: 'orphan', wildcards: 'pattern', ...LOCKS };
const PRUNE = { ...RULES, archived: null };
const HERMES_OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_messages: { retryQuoted: false },
  list_sessions_rich: LIST,
  search_sessions_by_id: LIST,
  list_cron_job_runs: { partsPreview: 'stored' },
  session_count: FILTER,
  get_compression_tip: LINEAGE,
  get_compression_lineage: SEGMENTS,
  export_session_lineage: SEGMENTS,
  get_conversation_root: { maxHops: 100 },
  resolve_resume_session_id: LINEAGE,
  list_prune_candidates: PRUNE,
  prune_sessions: PRUNE,
  maybe_auto_prune_and_vacuum: PRUNE,
  archive_sessions: RULES,
  delete_empty_sessions: { emptyBy: 'counter' },
  import_sessions: { titleClash: 'abort' },
  replace_messages: LOCKS,
  archive_and_compact: LOCKS,
  clear_messages: LOCKS,
  rewind_to_message: LOCKS,
  restore_rewound: LOCKS,
  delete_session: LOCKS,
  delete_sessions: LOCKS,
  delete_session_if_empty: LOCKS,
};

/**
 * Asks a recorded question of our class, with Hermes's option values.
 *
 * @throws {NoSuchMethod} if the question maps to no method; otherwise whatever the method throws.
 */
export function ask(db: SessionDB, question: Question): unknown {
  const { method } = question;
  const owner = FUNCTIONS.has(method) ? sessionDb : db;
  const target: unknown = Reflect.get(owner, RENAMED[method] ?? camelCase(method));
  if (typeof target !== 'function') throw new NoSuchMethod(`no method for ${method}`);
  const { positional, options } = split(question);
  return Reflect.apply(target, owner, [...positional, ...options]);
}

/** Leading ids are positional with us, and one object has the rest. */
function split({ method, args, kwargs }: Question): { positional: unknown[]; options: unknown[] } {
  const parameters = parametersOf(method) ?? args.map((_value, at) => ({ name: `#${String(at)}`, hasDefault: false }));
  const given = new Map<string, unknown>([
    ...args.map((value, at): [string, unknown] => [parameters[at]?.name ?? `#${String(at)}`, value]),
    ...Object.entries(kwargs),
  ]);
  const names = POSITIONAL[method] ?? parameters.filter(each => !each.hasDefault).map(each => each.name);
  const rest = [...given].filter(([name]) => !names.includes(name) && !LEFT_OUT.has(name));
  const options = {
    ...HERMES_OPTIONS[method],
    ...Object.fromEntries(rest.map(([name, value]) => [camelCase(name), decodeArgument(value)])),
  };
  const last = names.findLastIndex(name => given.has(name));
  const filled = Object.keys(options).length === 0 ? names.slice(0, last + 1) : names;
  return {
    positional: filled.map(name => decodeArgument(given.get(name))),
    options: Object.keys(options).length === 0 ? [] : [options],
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
