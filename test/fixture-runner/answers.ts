import { sanitizeFts5Query, SessionDbError } from '../../src/main/session-db/index.ts';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import { deviations, errorDeviations, refusals } from '../support/deviations.ts';
import type { LiveFile } from '../support/deviations.ts';
import type { RecordedCall } from '../support/fixtures.ts';
import { ask } from './hermes-calls.ts';
import type { Question } from './hermes-calls.ts';
import { countRule, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { decodeArgument, difference, isRecord } from './recorded-values.ts';
import { sameUpToTies } from './ties.ts';
import { viewOf } from './views.ts';

/** A method and its arguments, short enough for a line. */
export function describeCall(method: string, call: Pick<RecordedCall, 'args' | 'kwargs'>): string {
  const text = JSON.stringify([...call.args, call.kwargs ?? {}]);
  return `${method}(${text.length > 120 ? `${text.slice(0, 120)}…` : text})`;
}

/** What is wrong with our answer to a recorded call; null where it is right. */
export function answerFailure(db: SessionDB, method: string, call: RecordedCall, outcome: Outcome): string | null {
  const question: Question = { method, args: call.args, kwargs: call.kwargs ?? {} };
  const refusal = refusals.find(rule => rule.applies(question, db.store));
  if (refusal !== undefined) {
    countRule(outcome, refusal.name);
    return refusalFailure(db, question, refusal.code);
  }
  const expected = expectation(db, question, call, outcome);
  let answer: unknown;
  try {
    answer = ask(db, question);
  } catch (error) {
    const message = messageOf(error);
    return expected.error === message ? null : `threw ${message}`;
  }
  if (expected.error !== undefined) return `did not throw ${expected.error}`;
  const ours = viewOf(call.view, expected.result, answer);
  return cleanedQueryDifference(call) ?? answerDifference(db, call, expected.result, ours);
}

function refusalFailure(db: SessionDB, question: Question, code: string): string | null {
  try {
    ask(db, question);
    return `did not refuse with ${code}`;
  } catch (error) {
    return error instanceof SessionDbError && error.code === code ? null : `threw ${messageOf(error)}`;
  }
}

/** The recorded answer, changed by the rules that apply to it. */
function expectation(db: SessionDB, question: Question, call: RecordedCall, outcome: Outcome) {
  if (call.error !== undefined) return { error: expectedError(call.error.message, outcome), result: undefined };
  const live: LiveFile = { catalog: db.store.catalog, db: db.store.db };
  let result = call.result;
  for (const rule of deviations) {
    if (!rule.applies(question, live, call)) continue;
    const changed = rule.rightValue(result, question, live, call);
    if (JSON.stringify(changed) !== JSON.stringify(result)) countRule(outcome, rule.name);
    result = changed;
  }
  return { error: undefined, result };
}

function expectedError(recorded: string, outcome: Outcome): string {
  for (const rule of errorDeviations) {
    const message = rule.rightMessage(recorded);
    if (message === null) continue;
    countRule(outcome, rule.name);
    return message;
  }
  return recorded;
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
