import type { Database } from 'better-sqlite3';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import { rowCountDeviations } from '../support/deviations.ts';
import type { RecordedCall } from '../support/fixtures.ts';
import { answerFailure, describeCall } from './answers.ts';
import { ftsStates, recordedFtsStates } from './fts-state.ts';
import { countRule, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { difference, isRecord } from './recorded-values.ts';

/** What was recorded of an optimisation of the storage; test/fixtures/README.md, "migrated.json". */
export interface AfterOptimize {
  readonly available_before?: boolean;
  readonly result?: unknown;
  /** The first three reports and the last three, which overlap where there are fewer; `...` where there are more. */
  readonly progress?: readonly unknown[];
  /** How many reports there were. */
  readonly steps?: number;
  readonly available_after?: boolean;
  readonly schema_version?: readonly number[];
  readonly state_meta?: unknown;
  readonly fts?: unknown;
  readonly objects?: readonly unknown[];
  readonly row_counts?: Readonly<Record<string, number>>;
  readonly search_differences?: readonly SearchDifference[];
}

/** A search that answers otherwise than before: other hits, or other snippets of the first three. */
interface SearchDifference {
  readonly label?: string;
  readonly query: string;
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly after?: readonly number[];
  readonly after_snippets?: readonly unknown[];
}

interface Finding {
  readonly what: string;
  readonly failure: string | null;
}

/**
 * Optimises the storage, and says of everything that was recorded what is wrong with ours.
 *
 * @param searches - the recorded searches from before; those that are not among the differences must answer as before.
 */
export function afterOptimizeFailures(
  db: SessionDB,
  recorded: AfterOptimize,
  searches: readonly RecordedCall[],
  outcome: Outcome,
): Finding[] {
  const before = db.ftsOptimizeAvailable();
  const run = optimize(db);
  const compared = (what: keyof AfterOptimize, ours: unknown): Finding[] =>
    recorded[what] === undefined ? [] : [{ what, failure: difference(recorded[what], ours, what) }];
  const states = recordedFtsStates(recorded.fts);
  return [
    ...compared('available_before', before),
    ...compared('result', run.result),
    ...compared('progress', abridged(run.progress)),
    ...compared('steps', run.progress.length),
    ...compared('available_after', db.ftsOptimizeAvailable()),
    ...compared('schema_version', db.store.db.prepare('SELECT version FROM schema_version').pluck().all()),
    ...compared('state_meta', db.store.db.prepare('SELECT key, value FROM state_meta ORDER BY key').raw().all()),
    { what: 'fts', failure: difference(states, ftsStates(db.store.db, Object.keys(states)), 'fts') },
    ...objectsFinding(db.store.db, recorded),
    ...rowCountsFinding(db, recorded, outcome),
    ...searches.map(call => searchFinding(db, recorded, call, outcome)),
  ];
}

interface Run {
  readonly result: unknown;
  readonly progress: readonly (readonly unknown[])[];
}

/** Without the rests between the steps, which only leave the lock to other programs. */
function optimize(db: SessionDB): Run {
  const progress: (readonly unknown[])[] = [];
  const steps = db.ftsStorageSteps();
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return { result: step.value, progress };
      const report = step.value.progress;
      if (report !== null) progress.push([report.phase, report.percent, report.indexed, report.total]);
    }
  } catch (error) {
    return { result: `threw ${messageOf(error)}`, progress };
  }
}

function abridged(progress: readonly unknown[]): readonly unknown[] {
  return [...progress.slice(0, 3), ...(progress.length > 6 ? ['...'] : []), ...progress.slice(-3)];
}

function indexObjects(db: Database): unknown[] {
  return db
    .prepare(
      `SELECT type, name, tbl_name AS "on", sql FROM sqlite_master WHERE name LIKE 'messages\\_fts%' ESCAPE '\\'
       ORDER BY type, name`,
    )
    .all();
}

/** How the text of a definition is broken into lines does not matter. */
function objectsFinding(db: Database, { objects }: AfterOptimize): Finding[] {
  if (objects === undefined) return [];
  return [{ what: 'objects', failure: difference(onOneLine(objects), onOneLine(indexObjects(db)), 'objects') }];
}

function onOneLine(objects: readonly unknown[]): unknown[] {
  return objects.map(object =>
    isRecord(object) && typeof object['sql'] === 'string'
      ? { ...object, sql: object['sql'].replace(/\s+/g, ' ') }
      : object,
  );
}

function rowCountsFinding(db: SessionDB, recorded: AfterOptimize, outcome: Outcome): Finding[] {
  if (recorded.row_counts === undefined) return [];
  let expected = recorded.row_counts;
  for (const rule of rowCountDeviations) {
    const right = rule.rightCounts(expected, { ...db.store, rebuilt: recorded.available_before === true });
    if (difference(expected, right) !== null) countRule(outcome, rule.name);
    expected = right;
  }
  const ours = rowCounts(db.store.db, Object.keys(recorded.row_counts));
  return [{ what: 'row_counts', failure: difference(expected, ours, 'row_counts') }];
}

function rowCounts(db: Database, tables: readonly string[]): Record<string, unknown> {
  const count = (table: string) => {
    try {
      return db.prepare(`SELECT COUNT(*) FROM "${table}"`).pluck().get();
    } catch (error) {
      return messageOf(error);
    }
  };
  return Object.fromEntries(tables.map(table => [table, count(table)]));
}

function searchFinding(db: SessionDB, recorded: AfterOptimize, call: RecordedCall, outcome: Outcome): Finding {
  const changed = recorded.search_differences?.find(each => isOf(each, call));
  const what = describeCall('search_messages', call);
  if (changed?.after === undefined) {
    const expected = changed?.after_snippets === undefined ? call : withSnippets(call, changed.after_snippets);
    return { what, failure: answerFailure(db, 'search_messages', expected, outcome) };
  }
  const { result: _hits, view: _view, ...question } = call;
  return {
    what,
    failure: answerFailure(db, 'search_messages', { ...question, result: changed.after, view: 'ids_only' }, outcome),
  };
}

function isOf(changed: SearchDifference, call: RecordedCall): boolean {
  return (
    changed.label === call.label &&
    JSON.stringify(changed.query) === JSON.stringify(call.args[0]) &&
    JSON.stringify(changed.kwargs ?? {}) === JSON.stringify(call.kwargs ?? {})
  );
}

/** Snippets were recorded of the first hits only; those of the others are not compared. */
function withSnippets(call: RecordedCall, snippets: readonly unknown[]): RecordedCall {
  const hits: readonly unknown[] = Array.isArray(call.result) ? call.result : [];
  return {
    ...call,
    result: hits.map((hit, at) => {
      const id = isRecord(hit) ? hit['id'] : hit;
      return at < snippets.length ? { id, snippet: snippets[at] } : { id };
    }),
  };
}
