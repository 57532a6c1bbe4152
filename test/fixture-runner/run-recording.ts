import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sanitizeFts5Query, SessionDB } from '../../src/main/session-db/index.ts';
import { deviations } from '../support/deviations.ts';
import type { LiveFile } from '../support/deviations.ts';
import type { Golden, RecordedCall } from '../support/fixtures.ts';
import { ask } from './hermes-calls.ts';
import type { Question } from './hermes-calls.ts';
import { decodeArgument, difference, isRecord } from './recorded-values.ts';
import { sameUpToTies } from './ties.ts';
import { viewOf } from './views.ts';

/** What a run found. */
export interface Outcome {
  passed: number;
  readonly failures: string[];
  /** How many calls each rule took, by the rule's name. */
  readonly deviations: Map<string, number>;
}

/** Stores before this version answered many questions by rules of their own; of them, only stored rows are compared. */
const FIRST_COMPARABLE_VERSION = 23;
const STORED_ROWS = new Set(['get_session', 'get_messages', 'message_count', 'get_meta', 'export_session']);

/**
 * Compares the recorded answers about every database in a folder with ours.
 *
 * @param folder - a folder with `state.db` and `golden.json`, or one whose sub-folders have them.
 * @throws if there is no such folder.
 */
export function runFolder(folder: string): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], deviations: new Map() };
  const inside = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const folders = [folder, ...inside.map(entry => join(folder, entry.name)).sort()];
  const recordings = folders.filter(
    each => existsSync(join(each, 'golden.json')) && existsSync(join(each, 'state.db')),
  );
  for (const recording of recordings) runRecording(recording, outcome);
  return outcome;
}

function runRecording(folder: string, outcome: Outcome): void {
  const golden = JSON.parse(readFileSync(join(folder, 'golden.json'), 'utf8')) as Golden;
  const db = open(folder, golden, outcome);
  if (db === null) return;
  try {
    for (const [method, call] of comparableCalls(golden)) {
      const failure = check(db, method, call, outcome);
      if (failure === null) outcome.passed += 1;
      else outcome.failures.push(`${basename(folder)} ${describe(method, call)}: ${failure}`);
    }
  } finally {
    db.close();
  }
}

/** A file that does not open is one failure; the other folders are compared all the same. */
function open(folder: string, golden: Golden, outcome: Outcome): SessionDB | null {
  try {
    return new SessionDB(join(folder, 'state.db'), { readOnly: true, now: () => golden.clock });
  } catch (error) {
    outcome.failures.push(`${basename(folder)}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** The calls to compare, each with what a newer SQLite answers where that was recorded apart. */
function comparableCalls(golden: Golden): [string, RecordedCall][] {
  const comparable = (method: string) => golden.schema_version >= FIRST_COMPARABLE_VERSION || STORED_ROWS.has(method);
  return Object.entries(golden.calls)
    .filter(([method]) => comparable(method))
    .flatMap(([method, calls]) => calls.map((call): [string, RecordedCall] => [method, { ...call, ...call.newer }]));
}

function describe(method: string, call: RecordedCall): string {
  const text = JSON.stringify([...call.args, call.kwargs ?? {}]);
  return `${method}(${text.length > 120 ? `${text.slice(0, 120)}…` : text})`;
}

/** What is wrong with our answer; null where it is right. */
function check(db: SessionDB, method: string, call: RecordedCall, outcome: Outcome): string | null {
  const question: Question = { method, args: call.args, kwargs: call.kwargs ?? {} };
  const expected = expectation(db, question, call, outcome);
  let answer: unknown;
  try {
    answer = ask(db, question);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return expected.error === message ? null : `threw ${message}`;
  }
  if (expected.error !== undefined) return `did not throw ${expected.error}`;
  const ours = viewOf(call.view, expected.result, answer);
  return cleanedQueryDifference(call) ?? answerDifference(db, call, expected.result, ours);
}

/** The recorded answer, changed by the rules that apply to it. */
function expectation(db: SessionDB, question: Question, call: RecordedCall, outcome: Outcome) {
  if (call.error !== undefined) return { error: call.error.message, result: undefined };
  const live: LiveFile = { catalog: db.store.catalog, db: db.store.db };
  let result = call.result;
  for (const rule of deviations) {
    if (!rule.applies(question, live, call)) continue;
    const changed = rule.rightValue(result, question, live);
    if (JSON.stringify(changed) !== JSON.stringify(result)) {
      outcome.deviations.set(rule.name, (outcome.deviations.get(rule.name) ?? 0) + 1);
    }
    result = changed;
  }
  return { error: undefined, result };
}

function cleanedQueryDifference(call: RecordedCall): string | null {
  if (call.cleaned_query === undefined) return null;
  return difference(call.cleaned_query, sanitizeFts5Query(String(decodeArgument(call.args[0]))), 'cleaned_query');
}

/** Only hits of a search may come in another order. */
function answerDifference(db: SessionDB, call: RecordedCall, expected: unknown, ours: unknown): string | null {
  const found = difference(expected, ours);
  if (found === null || call.cleaned_query === undefined || !isList(expected) || !isList(ours)) return found;
  if (!sameUpToTies(db.store.db, call, expected, ours.map(idOf))) return found;
  const byId = new Map(ours.map(hit => [idOf(hit), hit]));
  const shared = expected.filter(hit => byId.has(idOf(hit)));
  return difference(
    shared,
    shared.map(hit => byId.get(idOf(hit))),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function idOf(hit: unknown): number {
  return Number(isRecord(hit) ? hit['id'] : hit);
}
