import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import type { RecordedCall } from '../support/fixtures.ts';
import { answerFailure, describeCall } from './answers.ts';
import { damage } from './damage.ts';
import { ftsFailure } from './fts-comparison.ts';
import { ftsStates, recordedFtsStates } from './fts-state.ts';
import type { FtsState } from './fts-state.ts';
import { ask, NoSuchMethod } from './hermes-calls.ts';
import { count, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { difference } from './recorded-values.ts';
import { withScratch, withWritable } from './scratch.ts';
import type { Scratch } from './scratch.ts';
import { isNewerSqlite } from './sqlite-behaviour.ts';
import { changesBetween, inKeyOrder, snapshotOf } from './table-changes.ts';
import type { Snapshot, TableChanges } from './table-changes.ts';

interface Step extends RecordedCall {
  readonly method: string;
  readonly clock: number;
}

/** One recorded entry: steps on the untouched file, and what they changed; test/fixtures/README.md, "writes.json". */
export interface RecordedWrite {
  readonly label: string;
  readonly steps: readonly Step[];
  readonly changes: Readonly<Record<string, TableChanges>>;
  readonly fts?: unknown;
}

interface RecordedWrites {
  readonly clock: number;
  readonly writes: readonly RecordedWrite[];
}

/** What only the agent does. We need none of it, so it is only asked not to do damage. */
const AGENT_SIDE = new Set([
  ...['prune: automatic', 'ghosts', 'orphaned compressions', 'stamp display kind', 'stamp api content'],
  ...['peer', 'expiry', 'routing'],
]);

/** The untouched file that every entry starts from. */
interface Untouched {
  readonly path: string;
  readonly rows: Snapshot;
  readonly fts: Readonly<Record<string, FtsState>>;
  readonly scratch: Scratch;
}

/** Compares what every recorded write answers and changes with what ours does. */
export function runWrites(folder: string, outcome: Outcome): void {
  const recorded = JSON.parse(readFileSync(join(folder, 'writes.json'), 'utf8')) as RecordedWrites;
  withScratch(scratch => {
    const path = scratch.copy(join(folder, 'state.db'));
    const states = recordedFtsStates(recorded.writes[0]?.fts);
    const fts = withWritable(
      scratch.copy(path),
      () => recorded.clock,
      db => ftsStates(db.store.db, Object.keys(states)),
    );
    const untouched: Untouched = { path, rows: snapshotOf(path), fts, scratch };
    for (const write of recorded.writes) {
      const what = `${basename(folder)} write '${write.label}'`;
      if (AGENT_SIDE.has(write.label)) count(outcome, what, agentSideFailure(untouched, write));
      else compareWrite(what, untouched, write, outcome);
    }
  });
}

function compareWrite(what: string, untouched: Untouched, write: RecordedWrite, outcome: Outcome): void {
  const path = untouched.scratch.copy(untouched.path);
  const fts = withClock(path, write, (db, setClock) => {
    for (const step of write.steps) {
      setClock(step.clock);
      const failure = stepFailure(db, step, outcome);
      count(outcome, `${what}: ${describeCall(step.method, step)}`, failure);
    }
    const states = ftsStates(db.store.db, Object.keys(recordedFtsStates(write.fts)));
    return ftsFailure(
      write.fts,
      states,
      table => ({
        table,
        live: db.store,
        ours: states[table],
        untouched: isNewerSqlite() ? untouched.fts[table] : undefined,
      }),
      outcome,
    );
  });
  const ours = changesBetween(untouched.rows, snapshotOf(path));
  count(outcome, `${what}: changes`, difference(inKeyOrder(write.changes), ours, 'changes'));
  count(outcome, `${what}: fts`, fts);
}

function withClock<T>(
  path: string,
  write: RecordedWrite,
  use: (db: SessionDB, setClock: (clock: number) => void) => T,
): T {
  let clock = write.steps[0]?.clock ?? 0;
  return withWritable(
    path,
    () => clock,
    db => use(db, next => (clock = next)),
  );
}

function stepFailure(db: SessionDB, step: Step, outcome: Outcome): string | null {
  return answerFailure(db, step.method, withView(step), outcome);
}

/** The views of answers that are recorded here without naming them. */
const VIEWS: Readonly<Record<string, string>> = {
  get_messages: 'last_messages',
  search_messages: 'hits',
  list_prune_candidates: 'ids_only',
};

function withView(step: Step): Step {
  const view = step.view ?? VIEWS[step.method];
  return view === undefined ? step : { ...step, view };
}

function agentSideFailure(untouched: Untouched, write: RecordedWrite): string | null {
  const path = untouched.scratch.copy(untouched.path);
  try {
    withClock(path, write, (db, setClock) => {
      for (const step of write.steps) {
        setClock(step.clock);
        takeIfWeCan(db, step);
      }
    });
  } catch (error) {
    return `threw ${messageOf(error)}`;
  }
  return damage(path, changesBetween(untouched.rows, snapshotOf(path)), write.changes);
}

function takeIfWeCan(db: SessionDB, step: Step): void {
  try {
    ask(db, { method: step.method, args: step.args, kwargs: step.kwargs ?? {} });
  } catch (error) {
    if (!(error instanceof NoSuchMethod)) throw error;
  }
}
