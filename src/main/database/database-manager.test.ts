import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseState } from '../../shared/contract/database.ts';
import { damage } from '../../../test/support/damage.ts';
import { copyFixture, fixturePath } from '../../../test/support/fixtures.ts';
import { startChild } from '../../../test/support/talking-child.ts';
import { testPlaces } from '../../../test/support/task-context.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openDesk } from '../../../test/support/writer-context.ts';
import { leaveMark } from '../interruptions/marks.ts';
import { Library } from '../library/library.ts';
import { settleInterruptions } from '../maintenance/settle-interruptions.ts';
import { deleteConversations } from '../organise/delete-conversations.ts';
import { Settings } from '../settings.ts';
import { journalsIn, trashFolder } from '../trash/trash-folder.ts';
import { DatabaseManager } from './database-manager.ts';
import { findHermesPlaces } from './hermes-places.ts';

const entries = {
  reader: new URL('../lanes/reader-lane.ts', import.meta.url),
  search: new URL('../lanes/search-lane.ts', import.meta.url),
};

/** A manager that is wired as the app wires it, on an open file. */
async function openManager(path: string, folder = tempFolder()) {
  const work = {
    writer: new URL('../lanes/writer-lane.ts', import.meta.url),
    task: new URL('../lanes/task-lane.ts', import.meta.url),
    places: testPlaces(folder),
    refuse: () => null,
  };
  const manager: DatabaseManager = new DatabaseManager({
    settings: new Settings(join(folder, 'settings.json')),
    places: findHermesPlaces({ HERMES_HOME: folder }),
    samplePath: join(folder, 'sample.db'),
    copiesFolder: join(folder, 'copies'),
    openLibrary: file =>
      Library.open({
        path: file,
        entries,
        work,
        listener: { onChange: () => undefined, onTrouble: error => void manager.trouble(file, error) },
      }),
    repairFile: (file, { signal, onProgress }) => Library.repairFile(file, work, signal, onProgress),
    createSample: () => Promise.reject(new Error('no sample in this test')),
    chooseFile: () => Promise.resolve(null),
    onState: () => undefined,
  });
  onTestFinished(() => manager.dispose());
  await manager.start(path, null);
  return manager;
}

const conversationsOf = (state: DatabaseState) => (state.kind === 'open' ? state.facts.conversations : state.kind);
const failureOf = (state: DatabaseState) => (state.kind === 'failed' ? state.failure.code : state.kind);

test('another file put in the same place is counted anew', async () => {
  const path = copyFixture('v23');
  const manager = await openManager(path);
  await vi.waitFor(async () => expect(conversationsOf(await manager.state())).toBe(79), { timeout: 20_000 });
  copyFileSync(fixturePath('v11'), `${path}.new`);
  renameSync(`${path}.new`, path);
  await manager.state();
  await vi.waitFor(async () => expect(conversationsOf(await manager.state())).toBe(77), { timeout: 20_000 });
});

test('a file that loses its tables while it is open says so, and is opened again once it has them back', async () => {
  const path = copyFixture('v23');
  const manager = await openManager(path);
  const db = new Database(path);
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys = OFF');
  db.exec('ALTER TABLE sessions RENAME TO away');
  await vi.waitFor(async () => expect(failureOf(await manager.state())).toBe('db-not-hermes'), { timeout: 20_000 });
  db.exec('ALTER TABLE away RENAME TO sessions');
  await vi.waitFor(async () => expect(failureOf(await manager.state())).toBe('open'), { timeout: 20_000 });
});

test('of two files asked for at once the later one is open', async () => {
  const [first, second] = [copyFixture('v11'), copyFixture('v20')];
  const manager = await openManager(copyFixture('v23'));
  const opened = await Promise.all([manager.start(first, null), manager.start(second, null)]).then(() =>
    manager.state(),
  );
  expect(opened).toMatchObject({ kind: 'open', facts: { path: second, schemaVersion: 20 } });
});

test('a command line that makes no sense is said, and no other file is opened in its place', async () => {
  const manager = await openManager(fixturePath('v23'));
  await manager.start(fixturePath('v11'), '--db needs a path.');
  expect(await manager.state()).toMatchObject({
    kind: 'failed',
    failure: { code: 'invalid-input', message: '--db needs a path.' },
  });
});

const tools = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

test('a file that cannot be opened is repaired while nothing of it is open, and opens then', async () => {
  const path = copyFixture('v23');
  damage.doubledObject(path);
  const manager = await openManager(path);
  expect(await manager.state()).toMatchObject({ kind: 'failed', failure: { code: 'db-corrupt', canRepair: true } });
  const report = await manager.repair(tools());
  expect(report).toMatchObject({ repaired: true });
  expect(existsSync(report.backupPath ?? '')).toBe(true);
  expect(failureOf(await manager.state())).toBe('db-corrupt');
  await manager.retry();
  await vi.waitFor(async () => expect(conversationsOf(await manager.state())).toBe(79), { timeout: 20_000 });
  await expect(manager.repair(tools())).rejects.toMatchObject({ code: 'no-database' });
});

test('a file that is no database offers no repair, and none is made of it', async () => {
  const path = join(tempFolder(), 'state.db');
  writeFileSync(path, 'text '.repeat(1000));
  const manager = await openManager(path);
  expect(await manager.state()).toMatchObject({ failure: { code: 'db-not-a-database', canRepair: false } });
  await expect(manager.repair(tools())).rejects.toMatchObject({ code: 'db-not-a-database' });
  expect(readFileSync(path, 'utf8')).toBe('text '.repeat(1000));
});

test('what an earlier start left is settled at the opening, though no window asks, and said to the one that does', async () => {
  const path = copyFixture('v23');
  const folder = tempFolder();
  const earlier = openDesk(path, { userData: folder, runId: 'earlier', now: () => Date.now() / 1000 - 31 * 86_400 });
  const [old = '', id = ''] = earlier.db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
  deleteConversations(earlier.writer, { ids: [old], unit: 'segment' });
  earlier.close();
  const later = openDesk(path, { userData: folder, runId: 'killed' });
  deleteConversations(later.writer, { ids: [id], unit: 'segment' });
  later.close();
  // As a process that is killed right after its commit leaves it.
  const journals = trashFolder(later.places.trash, path);
  const last = journalsIn(journals).at(-1)?.path ?? '';
  renameSync(last, last.replace(/trash$/, 'pending'));
  const mark = { runId: 'killed', database: path, startedAt: 1, partial: null, detail: null } as const;
  leaveMark(testPlaces(folder).marks, { ...mark, action: 'delete' });
  const manager = await openManager(path, folder);
  await vi.waitFor(() => expect(journalsIn(journals).map(entry => entry.path)).toEqual([last]), { timeout: 10_000 });
  expect(await manager.interruptions()).toMatchObject([
    { action: 'delete', outcome: 'What was done until then is done; its rows are in the trash.' },
  ]);
  expect(readdirSync(testPlaces(folder).marks)).toEqual([]);
  await manager.library.write('trashRestore', { id: journalsIn(journals)[0]?.actionId ?? '' });
  expect(readdirSync(journals)).toEqual([]);
});

test('a second start on the same folder settles nothing of a first one that is at work', async () => {
  const path = copyFixture('v23');
  const folder = tempFolder();
  const child = startChild('trash-process.ts', []);
  child.tell(JSON.stringify([path, folder, 'hold']));
  expect([await child.hear(), await child.hear()]).toEqual(['started', 'held']);
  const journals = trashFolder(testPlaces(folder).trash, path);
  const [pending] = journalsIn(journals);
  expect(pending?.state).toBe('pending');
  const marks = () => readdirSync(join(folder, 'marks')).filter(name => name.endsWith('.running.json'));
  const settle = () => {
    const desk = openDesk(path, { userData: folder, runId: 'second' });
    const told = settleInterruptions(desk.task, {});
    desk.close();
    return told;
  };
  expect(settle()).toEqual([]);
  expect([journalsIn(journals), marks().length]).toEqual([[pending], 1]);
  child.kill();
  await child.ended;
  expect(settle()).toMatchObject([{ action: 'delete' }]);
  expect([journalsIn(journals), marks()]).toEqual([[], []]);
});
