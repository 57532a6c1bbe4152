import * as sessionDb from '../../src/main/session-db/index.ts';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import { decodeArgument } from './recorded-values.ts';

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

/** Keyword arguments that are positional with us. */
const POSITIONAL: Readonly<Record<string, readonly string[]>> = { message_count: ['session_id'] };

/** The values of our policy options that ask for Hermes's own answer. Each option says so where it is declared. */
const LINEAGE = { branchMarks: 'any', maxHops: 100 };
const FILTER = { branchMarks: 'any', lostParents: 'hidden' };
const LIST = { ...LINEAGE, ...FILTER, partsPreview: 'stored', compactModelConfig: true };
const SEGMENTS = { ...LINEAGE, childChoice: 'earliest' };
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
  list_prune_candidates: { archived: null, keepPinned: false, keepLiveChains: false },
};

/**
 * Asks a recorded question of our class, with Hermes's option values.
 *
 * @throws {NoSuchMethod} if the question maps to no method; otherwise whatever the method throws.
 */
export function ask(db: SessionDB, question: Question): unknown {
  const { method } = question;
  const args = question.args.map(decodeArgument);
  const owner = FUNCTIONS.has(method) ? sessionDb : db;
  const target: unknown = Reflect.get(owner, RENAMED[method] ?? camelCase(method));
  if (typeof target !== 'function') throw new NoSuchMethod(`no method for ${method}`);
  const { positional, options } = split(method, question.kwargs);
  return Reflect.apply(target, owner, [...args, ...positional, ...options]);
}

function split(method: string, kwargs: Readonly<Record<string, unknown>>) {
  const names = POSITIONAL[method] ?? [];
  const positional = names.filter(name => name in kwargs).map(name => decodeArgument(kwargs[name]));
  const rest = Object.entries(kwargs).filter(([name]) => !names.includes(name));
  const options = {
    ...HERMES_OPTIONS[method],
    ...Object.fromEntries(rest.map(([name, value]) => [camelCase(name), decodeArgument(value)])),
  };
  return { positional, options: Object.keys(options).length === 0 ? [] : [options] };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
