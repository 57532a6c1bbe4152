import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { contentOf } from '../../../test/support/table-content.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { holdAlive, runMark } from '../interruptions/live-runs.ts';
import { SessionDB } from '../session-db/session-db.ts';
import { deleteIntoTrash } from './delete-into-trash.ts';
import { listTrash } from './list-trash.ts';
import { reconcileTrash } from './reconcile.ts';
import { restoreAction } from './restore.ts';
import { journalsIn, newActionId, restoringPath, type TrashPlace } from './trash-folder.ts';

/** A file with one session in the trash, and the path of its journal. */
function oneDeleted(): { db: SessionDB; place: TrashPlace; actionId: string; path: string; id: string } {
  const file = copyFixture('v23');
  const db = new SessionDB(file);
  onTestFinished(() => {
    db.close();
  });
  const place = {
    folder: join(tempFolder(), 'trash'),
    transcripts: join(dirname(file), 'sessions'),
    runId: 'earlier',
    runs: join(tempFolder(), 'runs'),
  };
  const id = db.store.db.prepare<[], string>('SELECT id FROM sessions LIMIT 1').pluck().get() ?? '';
  const actionId = newActionId();
  const choice = { sessions: [id], conversations: 1, names: ['Name'] };
  deleteIntoTrash(db.store, place, { action: 'delete', actionId, part: 0, choose: () => choice });
  return { db, place, actionId, path: journalsIn(place.folder)[0]?.path ?? '', id };
}

const NOW = { runId: 'now' };

test('a journal whose rows are gone was committed: it is kept, and the next start says so', () => {
  const { db, place, path, actionId } = oneDeleted();
  renameSync(path, path.replace('.trash', '.pending'));
  expect(listTrash(db.store, place)).toEqual([]);
  expect(reconcileTrash(db.store, place, 'earlier')).toEqual([]);
  expect(reconcileTrash(db.store, { ...place, ...NOW }, 'earlier')).toMatchObject([
    { action: 'delete', outcome: expect.stringContaining('in the trash') as string },
  ]);
  restoreAction(db.store, place, actionId);
});

test('a journal whose rows are there was rolled back, and goes', () => {
  const { db, place, path, actionId } = oneDeleted();
  const copy = join(tempFolder(), basename(path));
  copyFileSync(path, copy);
  restoreAction(db.store, place, actionId);
  const before = contentOf(db.store.db);
  copyFileSync(copy, path.replace('.trash', '.pending'));
  expect(reconcileTrash(db.store, { ...place, ...NOW }, 'earlier')).toMatchObject([
    { action: 'delete', outcome: expect.stringContaining('rolled back') as string },
  ]);
  expect(readdirSync(place.folder)).toEqual([]);
  expect(contentOf(db.store.db)).toEqual(before);
});

test('a journal that was cut short came before the commit; one without a beginning says nothing', () => {
  const { db, place, path } = oneDeleted();
  const bytes = readFileSync(path);
  const pending = path.replace('.trash', '.pending');
  copyFileSync(path, pending);
  truncateSync(pending, bytes.length - 20);
  writeFileSync(pending.replace('.000000.', '.000001.'), '');
  const other = { ...place, ...NOW };
  expect(reconcileTrash(db.store, other, 'earlier')).toMatchObject([
    { outcome: expect.stringContaining('before anything') as string },
  ]);
  expect(reconcileTrash(db.store, other, 'all')).toEqual([]);
  expect(readdirSync(place.folder)).toEqual([basename(path)]);
});

test('a restore that was interrupted is finished or taken back, by what the database holds', () => {
  const { db, place, path, actionId } = oneDeleted();
  const entry = journalsIn(place.folder)[0]!;
  const restoring = restoringPath(place, entry);
  expect(restoring).toContain(runMark('earlier'));
  renameSync(path, restoring);
  expect(reconcileTrash(db.store, place, 'earlier')).toEqual([]);
  const other = { ...place, ...NOW };
  expect(reconcileTrash(db.store, other, 'earlier')).toMatchObject([
    { action: 'restore', outcome: expect.stringContaining('still in the trash') as string },
  ]);
  const copy = join(tempFolder(), 'copy');
  copyFileSync(path, copy);
  restoreAction(db.store, place, actionId);
  copyFileSync(copy, restoring);
  expect(reconcileTrash(db.store, other, 'earlier')).toMatchObject([
    { action: 'restore', outcome: expect.stringContaining('back in the database') as string },
  ]);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('a journal that was damaged while it was being put back blocks nothing: it is listed as damaged', () => {
  const { db, place, path } = oneDeleted();
  const bytes = readFileSync(path);
  bytes[bytes.length - 60] = (bytes[bytes.length - 60] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  renameSync(path, restoringPath(place, journalsIn(place.folder)[0]!));
  expect(reconcileTrash(db.store, { ...place, ...NOW }, 'all')).toMatchObject([
    { action: 'restore', outcome: expect.stringContaining('damaged') as string },
  ]);
  expect(readdirSync(place.folder)).toEqual([basename(path)]);
});

test('what another start of the app is writing is left alone, whoever looks, until that start is gone', () => {
  const { db, place, path } = oneDeleted();
  const pending = path.replace('.trash', '.pending');
  renameSync(path, pending);
  writeFileSync(pending.replace('.000000.', '.000001.'), '');
  const other = { ...place, ...NOW };
  const release = holdAlive(place.runs, place.runId);
  for (const runs of ['earlier', 'all'] as const) expect(reconcileTrash(db.store, other, runs)).toEqual([]);
  expect(readdirSync(place.folder)).toHaveLength(2);
  release();
  expect(readdirSync(place.runs)).toEqual([]);
  expect(reconcileTrash(db.store, other, 'all')).toMatchObject([{ action: 'delete' }]);
  expect(readdirSync(place.folder)).toEqual([basename(path)]);
});

test.skipIf(process.platform === 'win32')('a journal that is gone before it is looked at is not in the list', () => {
  const { db, place, path } = oneDeleted();
  // As a name that was listed a moment ago and leads nowhere now.
  symlinkSync(join(place.folder, 'nothing'), path.replace('.000000.', '.000001.'));
  symlinkSync(join(place.folder, 'nothing'), join(place.folder, '000000000-00000000.000000.trash'));
  mkdirSync(join(place.folder, '000000000-00000001.000000.trash'));
  expect(listTrash(db.store, place)).toMatchObject([{ sessions: 1, problem: null }]);
});

test('a damaged journal is listed as that, refuses, and stays', () => {
  const { db, place, path, actionId, id } = oneDeleted();
  const bytes = readFileSync(path);
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(() => restoreAction(db.store, place, actionId)).toThrow(expect.objectContaining({ code: 'conflict' }));
  truncateSync(path, bytes.length - 1);
  expect(listTrash(db.store, place)).toMatchObject([
    { id: actionId, problem: 'A part of its journal is damaged.', conversations: null, sessions: null, messages: null },
  ]);
  expect(() => restoreAction(db.store, place, actionId)).toThrow('cut short');
  expect(readdirSync(place.folder)).toEqual([basename(path)]);
  expect(db.getSession(id)).toBeNull();
});

test('rows do not go into a file of another line of versions', () => {
  const { db, place, actionId } = oneDeleted();
  const { store } = db;
  const catalog = { ...store.catalog, schemaVersion: 25 };
  expect(() => restoreAction({ ...store, catalog }, place, actionId)).toThrow('another line of Hermes versions');
  expect(listTrash({ ...store, catalog }, place)[0]?.problem).toContain('another line');
  const triggers = new Set([...store.catalog.triggers].filter(name => name !== 'messages_fts_insert'));
  expect(() => restoreAction({ ...store, catalog: { ...store.catalog, triggers } }, place, actionId)).toThrow(
    'messages_fts_insert',
  );
});
