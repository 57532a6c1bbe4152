import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture, type FixtureForm, type FixtureVersion } from '../../../test/support/fixtures.ts';
import { testPlaces } from '../../../test/support/task-context.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { leaveMark } from '../interruptions/marks.ts';
import { Lane } from './lane.ts';
import { Library } from './library.ts';
import type { LanePlaces, Progress } from './protocol.ts';

const lane = (name: string) => new URL(`../lanes/${name}-lane.ts`, import.meta.url);
const UNDER_TEST = new URL('../../../test/support/writer-under-test.ts', import.meta.url);

interface Opening {
  readonly version?: FixtureVersion;
  readonly form?: FixtureForm;
  readonly places?: Partial<LanePlaces>;
}

async function openLibrary({ version = 'v23', form = 'plain', places = {} }: Opening = {}) {
  const path = copyFixture(version, form);
  const folder = tempFolder();
  const state = { isReadOnly: false };
  const changes: number[] = [];
  const library = await Library.open({
    path,
    entries: { reader: lane('reader'), search: lane('search') },
    work: {
      writer: lane('writer'),
      task: lane('task'),
      places: { ...testPlaces(folder), ...places },
      refuse: () => (state.isReadOnly ? new AppError('db-read-only', 'Read-only mode.') : null),
    },
    listener: { onChange: () => changes.push(performance.now()), onTrouble: () => undefined },
  });
  onTestFinished(() => library.close());
  return { path, folder, library, state, changes };
}

function writerLane(path: string) {
  const places = testPlaces(tempFolder());
  const writer = new Lane({ name: 'writer', entry: UNDER_TEST, path, places, answersWhenCancelled: true });
  onTestFinished(() => writer.close());
  return writer;
}

/** Another process that holds the write lock until it is told to let go, or for some time. */
async function lockedFor(path: string, ms: number): Promise<void> {
  const script = `
    import BetterSqlite3 from 'better-sqlite3';
    const db = new BetterSqlite3(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('held');
    setTimeout(() => { db.exec('ROLLBACK'); db.close(); }, Number(process.argv[2]));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, path, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const filesBeside = (path: string) => readdirSync(dirname(path)).sort();

/** Read apart from the process under test, whose locks a second descriptor would drop. */
async function titleOf(path: string, id: string): Promise<unknown> {
  const script = `
    import BetterSqlite3 from 'better-sqlite3';
    const db = new BetterSqlite3(process.argv[1], { readonly: true });
    const title = db.prepare('SELECT title FROM sessions WHERE id = ?').pluck().get(process.argv[2]);
    process.stdout.write(JSON.stringify({ title, whole: db.pragma('quick_check', { simple: true }) }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, path, id]);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return JSON.parse(Buffer.concat(chunks).toString());
}

function firstSession(path: string): { id: string; title: string | null } {
  const db = new BetterSqlite3(path, { readonly: true });
  try {
    return db
      .prepare<[], { id: string; title: string | null }>(
        `SELECT id, title FROM sessions WHERE title IS NOT NULL AND parent_session_id IS NULL ORDER BY id LIMIT 1`,
      )
      .get()!;
  } finally {
    db.close();
  }
}

test.each(['plain', 'wal-closed'] as const)('a change is made, and told at once: %s', async form => {
  const { path, library, changes } = await openLibrary({ form });
  await library.read('conversationCount', {});
  const { id } = firstSession(path);
  await library.write('prepareWriter', {});
  await expect.poll(() => library.read('conversationCount', {})).toBeGreaterThan(0);
  // From here on the feed by itself looks every five seconds only.
  library.changes.setVisible(false);
  const result = await library.write('rename', { id, title: 'A new name for it' });
  expect(result).toMatchObject({ kind: 'renamed', title: 'A new name for it' });
  await expect.poll(() => changes.length, { timeout: 4000 }).toBeGreaterThan(0);
  expect(await titleOf(path, id)).toEqual({ title: 'A new name for it', whole: 'ok' });
});

test('read-only mode: nothing is opened, nothing is written, and what was open is closed', async () => {
  const { path, library, state } = await openLibrary();
  const { id } = firstSession(path);
  await library.read('conversationCount', {});
  const files = filesBeside(path);
  state.isReadOnly = true;
  for (const refused of [
    library.write('rename', { id, title: 'Nothing' }),
    library.write('setPinned', { ids: [id], on: true }),
    library.write('setArchived', { ids: [id], on: true }),
    library.write('deleteConversations', { ids: [id], unit: 'conversation' }),
    library.write('rebuildIndex', {}),
    library.write('upgrade', {}),
    library.write('undo', { token: 'none' }),
    library.write('trashRestore', { id: 'none' }),
    library.writeAlone('repairDatabase', {}),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'db-read-only' });
  }
  await library.close();
  expect(hashOf(path)).toBe(hashOf(copyFixture('v23')));
  expect(filesBeside(path)).toEqual(files);
});

test('an older file is not written before its upgrade', async () => {
  const { path, library } = await openLibrary({ version: 'v11' });
  const { id } = firstSession(path);
  await expect(library.write('setArchived', { ids: [id], on: true })).rejects.toMatchObject({ code: 'needs-upgrade' });
  await library.close();
  expect(hashOf(path)).toBe(hashOf(copyFixture('v11')));
});

test('an upgrade: backed up, told, and read at once', async () => {
  const { path, library } = await openLibrary({ version: 'v11' });
  const plan = await library.task('upgradePlan', {});
  expect(plan).toMatchObject({ needed: true, from: 11, to: 23 });
  expect(plan.changes.length).toBeGreaterThan(3);
  const phases = new Set<string>();
  const made = await library.write('upgrade', {}, undefined, progress => phases.add(progress.phase));
  await library.lookAfresh();
  expect(made).toMatchObject({ from: 11, to: 23 });
  expect(existsSync(made.backupPath)).toBe(true);
  expect(firstSession(made.backupPath)).toEqual(firstSession(path));
  expect(phases.size).toBeGreaterThan(1);
  expect(await library.read('databaseFacts', {})).toMatchObject({ schemaVersion: 23, age: 'current' });
  expect(await library.task('upgradePlan', {})).toMatchObject({ needed: false });
  const { id } = firstSession(path);
  expect(await library.write('setPinned', { ids: [id], on: true })).toMatchObject({ changed: 1 });
});

test('while another program has the lock for long, the one who waits is told so; then the change is made', async () => {
  const { path, library } = await openLibrary({ form: 'wal-closed' });
  const { id } = firstSession(path);
  await library.write('prepareWriter', {});
  await lockedFor(path, 4000);
  const told: { phase: string; after: number }[] = [];
  const start = performance.now();
  const result = await library.write('rename', { id, title: 'After the wait' }, undefined, ({ phase }) =>
    told.push({ phase, after: performance.now() - start }),
  );
  expect(result.kind).toBe('renamed');
  const waiting = told.filter(({ phase }) => phase === 'waiting');
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting[0]?.after).toBeGreaterThan(1800);
}, 30_000);

test('waiting for the lock can be given up', async () => {
  const { path, library } = await openLibrary({ form: 'wal-closed' });
  const { id, title } = firstSession(path);
  await library.write('prepareWriter', {});
  await lockedFor(path, 8000);
  const controller = new AbortController();
  const waiting = library.write('rename', { id, title: 'Never' }, controller.signal);
  setTimeout(() => controller.abort(), 500);
  const start = performance.now();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect(performance.now() - start).toBeLessThan(5000);
  expect(await titleOf(path, id)).toMatchObject({ title });
}, 30_000);

test('a thread that ends in the middle of a change loses nothing, and another takes its place', async () => {
  const path = copyFixture('v23', 'wal-closed');
  const { id, title } = firstSession(path);
  const writer = writerLane(path);
  await expect(writer.call('leaveMidWrite', null)).rejects.toMatchObject({ code: 'lane-crashed' });
  expect(await titleOf(path, id)).toEqual({ title, whole: 'ok' });
  expect(await writer.call('rename', { id, title: 'Afterwards' })).toMatchObject({ kind: 'renamed' });
  expect(await titleOf(path, id)).toEqual({ title: 'Afterwards', whole: 'ok' });
});

test('a cancelled operation says itself what it did; what waited behind it never starts', async () => {
  const writer = writerLane(copyFixture('v23'));
  const seen: Progress[] = [];
  const [running, queued] = [new AbortController(), new AbortController()];
  const first = writer.call('steps', { count: 2000, canCancel: true }, running.signal, progress => {
    seen.push(progress);
    if (progress.done > 40) running.abort();
  });
  const second = writer.call('steps', { count: 1, canCancel: true }, queued.signal);
  queued.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  const result = (await first) as { done: number; stopped: boolean };
  expect(result.stopped).toBe(true);
  expect(result.done).toBeGreaterThan(40);
  expect(seen[0]).toEqual({ phase: 'steps', done: 0, total: 2000, canCancel: true });
  // Twenty reports a second at most; each step takes five milliseconds.
  expect(seen.length).toBeLessThan(result.done / 5);
});

test('what cannot be stopped goes on to its end, also when the lane is closed; an asynchronous answer is waited for', async () => {
  const writer = writerLane(copyFixture('v23'));
  const controller = new AbortController();
  const steps = writer.call('steps', { count: 100, canCancel: false }, controller.signal, ({ canCancel }) => {
    expect(canCancel).toBe(false);
    controller.abort();
  });
  const waiting = writer.call('later', null);
  await new Promise(resolve => setTimeout(resolve, 200));
  const closing = writer.close();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  expect(await steps).toEqual({ done: 100, stopped: false });
  await closing;
  const other = writerLane(copyFixture('v23'));
  expect(await Promise.all([other.call('later', null), other.call('prepareWriter', {})])).toEqual([
    'later',
    { readOnly: false },
  ]);
});

test.skipIf(process.platform !== 'linux')(
  'the connection that writes is closed when nothing is asked of it',
  async () => {
    const { path, library } = await openLibrary({ places: { writerIdleMs: 150 } });
    await library.read('conversationCount', {});
    const open = () =>
      readdirSync('/proc/self/fd').filter(fd => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          return false;
        }
      }).length;
    const before = open();
    await library.write('prepareWriter', {});
    expect(open()).toBeGreaterThan(before);
    await expect.poll(open, { timeout: 3000 }).toBe(before);
    await library.write('prepareWriter', {});
    await library.stopWriting();
    expect(open()).toBe(before);
  },
);

test('a file that was emptied is not taken for a new one', async () => {
  const { path, library } = await openLibrary();
  writeFileSync(path, '');
  await expect(library.write('prepareWriter', {})).rejects.toMatchObject({ code: 'db-empty' });
  await library.close();
  expect(readFileSync(path).length).toBe(0);
});

test('a damaged search index: found, made anew, sound', async () => {
  const { path, library } = await openLibrary();
  const db = new BetterSqlite3(path);
  db.unsafeMode(true);
  db.exec('UPDATE messages_fts_data SET block = zeroblob(40) WHERE id > 10');
  db.close();
  expect(await library.task('checkDatabase', { depth: 'quick' })).toMatchObject({ data: 'ok', advice: 'rebuild' });
  const seen: Progress[] = [];
  const { indexes } = await library.write('rebuildIndex', {}, undefined, progress => seen.push(progress));
  await library.lookAfresh();
  expect(indexes).toBeGreaterThan(0);
  expect(seen[0]).toMatchObject({ phase: 'rebuilding', canCancel: false });
  expect(await library.task('checkDatabase', { depth: 'search-index' })).toMatchObject({ searchIndex: 'ok' });
});

test('a repair has the file to itself, and what is asked meanwhile is answered after it', async () => {
  const { path, library } = await openLibrary();
  const db = new BetterSqlite3(path);
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  db.exec("DELETE FROM sqlite_master WHERE name = 'messages_fts_data'");
  db.close();
  const repairing = library.writeAlone('repairDatabase', {});
  const reading = library.read('conversationCount', {});
  const report = await repairing;
  expect(report.repaired).toBe(true);
  expect(report.backupPath === null || existsSync(report.backupPath)).toBe(true);
  expect(await reading).toBe(79);
});

test('a backup is made while others read, under a mark that goes with it', async () => {
  const { path, folder, library } = await openLibrary({ form: 'wal-frames' });
  const made = await library.task('backUp', {});
  expect(dirname(made.path)).toBe(dirname(path));
  expect(firstSession(made.path)).toEqual(firstSession(path));
  expect(readdirSync(join(folder, 'under-way'))).toEqual([]);
});

test('what an earlier start left unfinished is told once, and nothing half-done stays', async () => {
  const { path, folder, library } = await openLibrary();
  const places = testPlaces(folder);
  mkdirSync(folder, { recursive: true });
  const part = join(folder, '.out.jsonl.0123abcd.part');
  const copy = `${path}.backup-23-20261129-200000.partial`;
  writeFileSync(part, 'half');
  writeFileSync(copy, 'half');
  const mark = {
    runId: 'an earlier start',
    database: path,
    startedAt: Date.now() / 1000 - 1,
    partial: null,
    detail: null,
  };
  leaveMark(places.marks, { ...mark, action: 'export', partial: part });
  leaveMark(places.marks, { ...mark, action: 'backup' });
  leaveMark(places.marks, { ...mark, action: 'upgrade' });
  leaveMark(places.marks, { ...mark, action: 'rebuild', database: '/another/state.db' });
  leaveMark(places.marks, { ...mark, action: 'repair', runId: places.runId });
  const told = await library.task('settleInterruptions', {});
  expect(told.map(({ action }) => action).sort()).toEqual(['backup', 'export', 'upgrade']);
  expect(told.find(({ action }) => action === 'upgrade')?.outcome).toContain('complete');
  expect([existsSync(part), existsSync(copy)]).toEqual([false, false]);
  expect(await library.task('settleInterruptions', {})).toEqual([]);
  expect(readdirSync(places.marks).length).toBe(2);
});
