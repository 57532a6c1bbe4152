import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SessionDB } from '../../src/main/session-db/index.ts';
import type { RecordedCall } from '../support/fixtures.ts';
import { afterOptimizeFailures } from './after-optimize.ts';
import type { AfterOptimize } from './after-optimize.ts';
import { answerFailure, describeCall } from './answers.ts';
import { ftsFailure } from './fts-comparison.ts';
import { ftsStates, recordedFtsStates } from './fts-state.ts';
import { count, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { difference, isRecord } from './recorded-values.ts';
import { withScratch, withWritable } from './scratch.ts';
import type { Scratch } from './scratch.ts';
import { forThisSqlite, isNewerSqlite } from './sqlite-behaviour.ts';
import { writesAfterOpen } from './writes-after-open.ts';
import type { WriteAfterOpen } from './writes-after-open.ts';

/** The part of a `migrated.json` that is compared; test/fixtures/README.md says what each key means. */
interface Migrated {
  readonly clock: number;
  readonly open_error?: { readonly message?: string } | string | null;
  readonly fts_after_open?: unknown;
  readonly fts_after_open_newer?: unknown;
  readonly calls?: Readonly<Record<string, readonly RecordedCall[]>>;
  readonly writes_after_open?: readonly WriteAfterOpen[];
  readonly after_optimize?: AfterOptimize;
  readonly after_optimize_newer?: Partial<AfterOptimize>;
}

/** Compares what the current store makes of a file when it opens it, and does with it then, with what we do. */
export function runMigrated(folder: string, outcome: Outcome): void {
  const recorded = JSON.parse(readFileSync(join(folder, 'migrated.json'), 'utf8')) as Migrated;
  const name = `${basename(folder)} migrated`;
  withScratch(scratch => {
    const path = scratch.copy(join(folder, 'state.db'));
    const now = () => recorded.clock;
    const wanted = recorded.open_error ?? null;
    const failure = openFailure(path, now);
    count(outcome, `${name}, opened`, difference(wanted === null, failure === null) && `threw ${failure ?? 'nothing'}`);
    if (failure !== null) return;
    const migrated: MigratedFile = { folder, name, path, now, scratch };
    compareAnswers(migrated, recorded, outcome);
    compareWrites(migrated, recorded, outcome);
    compareOptimized(migrated, recorded, outcome);
  });
}

interface MigratedFile {
  readonly folder: string;
  readonly name: string;
  /** Migrated, and open nowhere. */
  readonly path: string;
  readonly now: () => number;
  readonly scratch: Scratch;
}

function openFailure(path: string, now: () => number): string | null {
  try {
    withWritable(path, now, () => undefined);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function compareAnswers({ name, path, now }: MigratedFile, recorded: Migrated, outcome: Outcome): void {
  withWritable(path, now, db => {
    const wanted = newest(recorded.fts_after_open, recorded.fts_after_open_newer);
    const states = ftsStates(db.store.db, Object.keys(recordedFtsStates(wanted)));
    const contextOf = (table: string) => ({ table, live: db.store, ours: states[table] });
    count(outcome, `${name}, fts`, ftsFailure(wanted, states, contextOf, outcome));
    for (const [method, call] of callsOf(recorded)) {
      count(outcome, `${name} ${describeCall(method, call)}`, answerFailure(db, method, call, outcome));
    }
  });
}

function newest<T>(older: T, newer: T | undefined): T {
  return isNewerSqlite() && newer !== undefined ? newer : older;
}

function callsOf(recorded: Migrated): [string, RecordedCall][] {
  return Object.entries(recorded.calls ?? {}).flatMap(([method, calls]) =>
    calls.map((call): [string, RecordedCall] => [method, forThisSqlite(call)]),
  );
}

function compareWrites(file: MigratedFile, recorded: Migrated, outcome: Outcome): void {
  const steps = (recorded.writes_after_open ?? []).map(forThisSqlite);
  if (steps.length === 0) return;
  withWritable(file.scratch.copy(file.path), file.now, db => {
    for (const { step, failure } of writesAfterOpen(db, notesOf(file.folder), steps, outcome)) {
      count(outcome, `${file.name}, then: ${step}`, failure);
    }
  });
}

/** The names of sessions worth knowing, which the descriptions of the steps refer to. */
function notesOf(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, 'golden.json');
  if (!existsSync(path)) return {};
  const golden: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return isRecord(golden) && isRecord(golden['notes']) ? golden['notes'] : {};
}

function compareOptimized(file: MigratedFile, recorded: Migrated, outcome: Outcome): void {
  if (recorded.after_optimize === undefined) return;
  const wanted = { ...recorded.after_optimize, ...(isNewerSqlite() ? recorded.after_optimize_newer : {}) };
  const searches = callsOf(recorded).flatMap(([method, call]) => (method === 'search_messages' ? [call] : []));
  withWritable(file.scratch.copy(file.path), file.now, (db: SessionDB) => {
    for (const { what, failure } of afterOptimizeFailures(db, wanted, searches, outcome)) {
      count(outcome, `${file.name}, optimised: ${what}`, failure);
    }
  });
}
