import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture, FIXTURE_VERSIONS, type FixtureVersion } from '../../../test/support/fixtures.ts';
import { checkIndexes, columnsOf, contentOf, rebuildIndexes } from '../../../test/support/table-content.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { OpenOptions } from '../session-db/open.ts';
import { SessionDB } from '../session-db/session-db.ts';
import { clearIntoTrash, deleteIntoTrash } from './delete-into-trash.ts';
import { listTrash } from './list-trash.ts';
import { reconcileTrash, removeFromTrash, tidyTrash } from './reconcile.ts';
import { restoreAction } from './restore.ts';
import { newActionId, type TrashPlace } from './trash-folder.ts';

function open(path: string, options: OpenOptions = {}): SessionDB {
  const db = new SessionDB(path, options);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

function placeFor(path: string): TrashPlace {
  const [folder, runs] = [join(tempFolder(), 'trash'), join(tempFolder(), 'runs')];
  return { folder, transcripts: join(dirname(path), 'sessions'), runId: 'run', runs };
}

function migrated(version: FixtureVersion): { db: SessionDB; place: TrashPlace } {
  const path = copyFixture(version);
  const db = open(path);
  rebuildIndexes(db.store.db);
  return { db, place: placeFor(path) };
}

function idsOf({ store }: SessionDB): string[] {
  return store.db.prepare<[], string>('SELECT id FROM sessions ORDER BY rowid').pluck().all();
}

function remove(db: SessionDB, place: TrashPlace, ids: readonly string[]): string {
  const actionId = newActionId();
  deleteIntoTrash(db.store, place, {
    action: 'delete',
    actionId,
    part: 0,
    choose: () => ({ sessions: ids, conversations: ids.length, names: ids }),
  });
  return actionId;
}

test.each(FIXTURE_VERSIONS)('every session of %s goes into the trash and comes back as it was', version => {
  const { db, place } = migrated(version);
  const before = contentOf(db.store.db);
  const ids = idsOf(db);
  const actionId = remove(db, place, ids);
  expect(idsOf(db)).toEqual([]);
  expect(db.messageCount()).toBe(0);
  expect(listTrash(db.store, place)).toMatchObject([{ id: actionId, sessions: ids.length, problem: null }]);
  restoreAction(db.store, place, actionId);
  expect(contentOf(db.store.db)).toEqual(before);
  checkIndexes(db.store.db);
  expect(readdirSync(place.folder)).toEqual([]);
});

test.each(['v11', 'v16', 'v20', 'v23'] as const)(
  'the index of an older SQLite in %s is rebuilt by the deletion that it stops, which leaves one journal',
  version => {
    const path = copyFixture(version);
    const [db, place] = [open(path), placeFor(path)];
    const before = contentOf(db.store.db);
    const actionId = remove(db, place, idsOf(db));
    expect(idsOf(db)).toEqual([]);
    expect(readdirSync(place.folder)).toHaveLength(1);
    checkIndexes(db.store.db);
    restoreAction(db.store, place, actionId);
    expect(contentOf(db.store.db)).toEqual(before);
    checkIndexes(db.store.db);
  },
);

test('where the file is too long for that, the index is said to be damaged, and nothing goes', () => {
  const path = copyFixture('v23');
  const [db, place] = [open(path, { healIndexUpTo: 0 }), placeFor(path)];
  const before = contentOf(db.store.db);
  expect(() => remove(db, place, idsOf(db))).toThrow(expect.objectContaining({ code: 'db-fts-corrupt' }));
  expect(contentOf(db.store.db)).toEqual(before);
  expect(readdirSync(place.folder)).toEqual([]);
});

test.each(['v01', 'v11', 'v23'] as const)(
  'each session of %s alone, one after the other and back again',
  version => {
    const { db, place } = migrated(version);
    const columns = columnsOf(db.store.db);
    const before = contentOf(db.store.db, { columns });
    const actions: string[] = [];
    for (const id of idsOf(db)) if (idsOf(db).includes(id)) actions.push(remove(db, place, [id]));
    expect(idsOf(db)).toEqual([]);
    for (const action of actions.reverse()) restoreAction(db.store, place, action);
    expect(contentOf(db.store.db, { columns })).toEqual(before);
    checkIndexes(db.store.db);
    // Every one of them waits for the disk several times.
  },
  120_000,
);

test('cleared messages come back with the counters', () => {
  const { db, place } = migrated('v23');
  const before = contentOf(db.store.db);
  const ids = idsOf(db);
  const actionId = newActionId();
  clearIntoTrash(db.store, place, { actionId, part: 0, sessions: ids, names: [] });
  expect(db.messageCount()).toBeLessThan(3);
  restoreAction(db.store, place, actionId);
  expect(contentOf(db.store.db)).toEqual(before);
});

test('transcript files go along and come back', () => {
  const { db, place } = migrated('v23');
  const id = idsOf(db)[0] ?? '';
  mkdirSync(place.transcripts);
  for (const name of [`${id}.json`, `${id}.jsonl`, `request_dump_${id}_1.json`, 'other.json', 'sessions.json']) {
    writeFileSync(join(place.transcripts, name), name);
  }
  const action = remove(db, place, [id]);
  expect(readdirSync(place.transcripts)).toEqual(['other.json', 'sessions.json']);
  writeFileSync(join(place.transcripts, `${id}.json`), 'newer');
  restoreAction(db.store, place, action);
  expect(readFileSync(join(place.transcripts, `${id}.json`), 'utf8')).toBe('newer');
  expect(readFileSync(join(place.transcripts, `${id}.json.restored-1`), 'utf8')).toBe(`${id}.json`);
  expect(existsSync(join(place.transcripts, `request_dump_${id}_1.json`))).toBe(true);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('entries expire after thirty days, and can be removed before', () => {
  const { db, place } = migrated('v23');
  const [first = '', second = ''] = idsOf(db);
  const [one, two] = [remove(db, place, [first]), remove(db, place, [second])];
  const now = db.store.now();
  expect(tidyTrash(place, now + 29 * 86_400)).toBe(0);
  expect(removeFromTrash(place, [one])).toBe(1);
  expect(listTrash(db.store, place).map(({ id }) => id)).toEqual([two]);
  expect(tidyTrash(place, now + 31 * 86_400)).toBe(1);
  expect(readdirSync(place.folder)).toEqual([]);
  expect(() => restoreAction(db.store, place, two)).toThrow('cannot be taken back');
  expect(reconcileTrash(db.store, place, 'all')).toEqual([]);
});
