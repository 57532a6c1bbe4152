import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture, FIXTURE_VERSIONS, temporaryFolder } from '../../../test/support/fixtures.ts';
import { referencePrune } from '../../../test/support/prune-reference.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { type Row, writeSmallDatabase } from '../../../test/support/small-database.ts';
import { columnsOf, contentOf, rebuildIndexes } from '../../../test/support/table-content.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { type Desk, type DeskOptions, openDesk } from '../../../test/support/writer-context.ts';
import type { PruneRule } from '../../shared/contract/prune.ts';
import { AppError } from '../../shared/errors.ts';
import { SessionDB } from '../session-db/session-db.ts';
import { prunePlan } from './prune-plan.ts';
import { pruneRun } from './prune-run.ts';
import { trashList, undo } from './trash-ops.ts';

const DAY = 86_400;
const T0 = 1_780_000_000;

function desk(path: string, options: Omit<DeskOptions, 'userData'> = {}): Desk {
  const opened = openDesk(path, { userData: tempFolder(), ...options });
  onTestFinished(opened.close);
  return opened;
}

function rule(more: Partial<PruneRule> = {}): PruneRule {
  return { olderThanDays: 0, by: 'started', sources: [], includePinned: false, includeArchived: false, ...more };
}

function ids({ db }: Desk): string[] {
  return db.store.db.prepare<[], string>('SELECT id FROM sessions ORDER BY rowid').pluck().all();
}

/** Zoo with ends, pins and the archive spread over it. */
function prunable(seed: number): string {
  const zoo = buildZoo(seed);
  const usage: Row[] = zoo.sessions.slice(0, 40).map(({ id }) => ({ session_id: id, model: 'm' }));
  const sessions = zoo.sessions.map((row, at) => ({
    ...row,
    ...(at % 4 === 0 || 'ended_at' in row ? {} : { ended_at: Number(row['started_at']) + 100 }),
    pinned: at % 11 === 0 ? 1 : 0,
    archived: at % 7 === 0 ? 1 : 0,
    source: at % 5 === 0 ? 'telegram' : row['source'],
  }));
  const path = writeSmallDatabase({ sessions, messages: zoo.messages, usage });
  const db = new Database(path);
  // Times that are none, and loops, are the business of other tests: the reference has no opinion on them.
  db.exec("DELETE FROM messages WHERE session_id LIKE '%loop%' OR session_id LIKE '%times that are none%'");
  db.exec("DELETE FROM sessions WHERE id LIKE '%loop%' OR id LIKE '%times that are none%'");
  db.close();
  return path;
}

const RULES: readonly [string, Partial<PruneRule>][] = [
  ['by start', {}],
  ['by activity', { by: 'activity' }],
  ['of one source, with the archive', { sources: ['telegram'], includeArchived: true }],
  ['with what nobody ended, by start', { includeOpen: true }],
  ['with everything, by activity', { by: 'activity', includePinned: true, includeArchived: true, includeOpen: true }],
  ['with pins and the archive, by activity', { by: 'activity', includePinned: true, includeArchived: true }],
];

/** Runs plan and prune, and compares both with the reference, row by row. */
function compare(path: string, more: Partial<PruneRule>, now: number): void {
  const copy = join(temporaryFolder(), 'state.db');
  new Database(path).exec('PRAGMA wal_checkpoint(TRUNCATE)').close();
  copyFileSync(path, copy);
  const d = desk(copy, { now: () => now });
  rebuildIndexes(d.db.store.db);
  const plan = prunePlan(d.task, rule(more));
  const expected = referencePrune(copy, rule(more), plan.before);
  const columns = columnsOf(d.db.store.db);
  const start = contentOf(d.db.store.db, { columns });
  const before = ids(d);
  expect(plan).toMatchObject({
    conversations: expected.conversations,
    sessions: expected.sessions.length,
    messages: expected.messages,
    kept: { ...expected.kept, compressing: 0 },
  });
  expect(Math.abs(plan.bytes - expected.bytes)).toBeLessThanOrEqual(expected.bytes * 0.1);
  const result = pruneRun(d.writer, { rule: rule(more), before: plan.before });
  expect(result).toMatchObject({
    conversations: plan.conversations,
    sessions: plan.sessions,
    messages: plan.messages,
    spared: 0,
    cancelled: false,
  });
  const gone = new Set(expected.sessions);
  expect(ids(d)).toEqual(before.filter(id => !gone.has(id)));
  if (result.undoToken === null) return;
  undo(d.writer, { token: result.undoToken });
  expect(contentOf(d.db.store.db, { columns })).toEqual(start);
}

test.each(RULES)('odd families: what goes %s is what the reference says, to the row', (_, more) => {
  compare(prunable(3), more, T0 + 10 * DAY);
});

test.each(FIXTURE_VERSIONS)('all of %s that is old enough', version => {
  const path = copyFixture(version);
  new SessionDB(path).close();
  const db = new Database(path);
  const latest = Number(db.prepare('SELECT MAX(started_at) FROM sessions').pluck().get());
  db.exec("UPDATE sessions SET ended_at = started_at + 60, end_reason = 'x' WHERE ended_at IS NULL AND rowid % 2 = 0");
  db.close();
  compare(path, { by: 'activity' }, latest + DAY);
});

function session(id: string, more: Row = {}): Row {
  return { id, source: 'cli', started_at: T0, ended_at: T0 + 5, ...more };
}

test('a live chain stays whole, with its ended segments; so does one whose subagent is open', () => {
  const d = desk(
    writeSmallDatabase({
      sessions: [
        session('a1', { end_reason: 'compression' }),
        session('a2', { parent_session_id: 'a1', ended_at: null }),
        session('b'),
        session('bsub', { parent_session_id: 'b', ended_at: null, model_config: '{"_delegate_from":"b"}' }),
        session('c'),
      ],
    }),
    { now: () => T0 + DAY },
  );
  const plan = prunePlan(d.task, rule());
  expect(plan).toMatchObject({ conversations: 1, kept: { live: 2 }, items: [{ id: 'c', sessions: 1 }] });
  pruneRun(d.writer, { rule: rule(), before: plan.before });
  expect(ids(d)).toEqual(['a1', 'a2', 'b', 'bsub']);
});

test('what has changed between plan and run is judged by what it is then', () => {
  const d = desk(writeSmallDatabase({ sessions: [session('a'), session('b'), session('c')] }), {
    now: () => T0 + DAY,
    progress: () => undefined,
  });
  const plan = prunePlan(d.task, rule());
  const foreign = new Database(d.writer.path);
  foreign.exec("UPDATE sessions SET ended_at = NULL WHERE id = 'a'");
  foreign.close();
  expect(pruneRun(d.writer, { rule: rule(), before: plan.before })).toMatchObject({ conversations: 2 });
  expect(ids(d)).toEqual(['a']);
});

test('one that goes on in the middle of the run is spared', () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    session(`s${String(at).padStart(2, '0')}`, { started_at: T0 + at }),
  );
  const path = writeSmallDatabase({ sessions: rows });
  const d = desk(path, {
    now: () => T0 + DAY,
    progress: (_, done) => {
      if (done !== 25) return;
      const foreign = new Database(path);
      foreign.exec("INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES ('next', 'cli', 1, 's40')");
      foreign.exec("UPDATE sessions SET end_reason = 'compression' WHERE id = 's40'");
      foreign.close();
    },
  });
  const result = pruneRun(d.writer, { rule: rule(), before: T0 + 1000 });
  expect(result).toMatchObject({ conversations: 59, spared: 1 });
  expect(ids(d)).toEqual(['s40', 'next']);
});

test('cancelling stops between two transactions, and what is done can be undone', () => {
  const rows = Array.from({ length: 60 }, (_, at) => session(`s${String(at)}`));
  let calls = 0;
  const d = desk(writeSmallDatabase({ sessions: rows }), {
    now: () => T0 + DAY,
    checkCancelled: () => {
      calls += 1;
      if (calls > 1) throw new AppError('cancelled', 'The request was cancelled.');
    },
  });
  const result = pruneRun(d.writer, { rule: rule(), before: T0 + 1000 });
  expect(result).toMatchObject({ conversations: 25, cancelled: true });
  expect(ids(d)).toHaveLength(35);
  calls = -10;
  expect(undo(d.writer, { token: result.undoToken ?? '' })).toEqual({ restored: 25 });
  expect(ids(d)).toHaveLength(60);
  expect(trashList(d.task, {})).toEqual([]);
});

test('a conversation that is being compressed stays', () => {
  const path = copyFixture('v23');
  const d = desk(path, { now: () => T0 * 2 });
  const [id] = prunePlan(d.task, rule({ includeArchived: true })).items.map(item => item.id);
  d.db.store.db.prepare("INSERT INTO compression_locks VALUES (?, 'x', 0, ?)").run(id, T0 * 3);
  const plan = prunePlan(d.task, rule({ includeArchived: true }));
  expect(plan.kept.compressing).toBe(1);
  expect(plan.items.map(item => item.id)).not.toContain(id);
});
