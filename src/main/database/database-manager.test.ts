import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseState } from '../../shared/contract/database.ts';
import { copyFixture, fixturePath } from '../../../test/support/fixtures.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { Library } from '../library/library.ts';
import { Settings } from '../settings.ts';
import { DatabaseManager } from './database-manager.ts';
import { findHermesPlaces } from './hermes-places.ts';

const entries = {
  reader: new URL('../lanes/reader-lane.ts', import.meta.url),
  search: new URL('../lanes/search-lane.ts', import.meta.url),
};

/** A manager that is wired as the app wires it, on an open file. */
async function openManager(path: string) {
  const folder = tempFolder();
  const manager: DatabaseManager = new DatabaseManager({
    settings: new Settings(join(folder, 'settings.json')),
    places: findHermesPlaces({ HERMES_HOME: folder }),
    samplePath: join(folder, 'sample.db'),
    copiesFolder: join(folder, 'copies'),
    openLibrary: file =>
      Library.open({
        path: file,
        entries,
        listener: { onChange: () => undefined, onTrouble: error => void manager.trouble(error) },
      }),
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
  await vi.waitFor(async () => expect(conversationsOf(await manager.state())).toBe(79));
  copyFileSync(fixturePath('v11'), `${path}.new`);
  renameSync(`${path}.new`, path);
  await manager.state();
  await vi.waitFor(async () => expect(conversationsOf(await manager.state())).toBe(77));
});

test('a file that loses its tables while it is open says so, and is opened again once it has them back', async () => {
  const path = copyFixture('v23');
  const manager = await openManager(path);
  const db = new Database(path);
  onTestFinished(() => void db.close());
  db.pragma('foreign_keys = OFF');
  db.exec('ALTER TABLE sessions RENAME TO away');
  await vi.waitFor(async () => expect(failureOf(await manager.state())).toBe('db-not-hermes'), { timeout: 3000 });
  db.exec('ALTER TABLE away RENAME TO sessions');
  await vi.waitFor(async () => expect(failureOf(await manager.state())).toBe('open'), { timeout: 3000 });
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
