import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { Library } from './library.ts';

const entries = {
  reader: new URL('../lanes/reader-lane.ts', import.meta.url),
  search: new URL('../lanes/search-lane.ts', import.meta.url),
};
const listener = { onChange: () => undefined, onTrouble: () => undefined };

async function openFixture(path = copyFixture('v23')) {
  const library = await Library.open({ path, entries, listener });
  onTestFinished(() => library.close());
  return { library, path };
}

const request = (text: string, stage: 'full-text' | 'substring') => ({
  text,
  stage,
  sort: 'relevance' as const,
  sources: [],
  roles: [],
  limit: 50,
});

const threads = () => process.getActiveResourcesInfo().filter(kind => kind === 'MessagePort').length;

test('reads and searches one file in two threads', async () => {
  const { library } = await openFixture();
  const [facts, answer] = await Promise.all([
    library.read('databaseFacts', {}),
    library.search('searchMessages', request('docker', 'full-text')),
  ]);
  expect(facts.schemaVersion).toBe(23);
  expect(answer.hits).toBeGreaterThan(0);
});

test('the newest search wins; stages of one search are all answered', async () => {
  const { library } = await openFixture();
  const older = library.search('searchMessages', request('dock', 'full-text'));
  const olderSubstring = library.search('searchMessages', request('dock', 'substring'));
  const first = library.search('searchMessages', request('docker', 'full-text'));
  const second = library.search('searchMessages', request('docker', 'substring'));
  const again = library.search('searchMessages', request('docker', 'substring'));
  const outcomes = await Promise.allSettled([older, olderSubstring, first, second, again]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[0]).toMatchObject({ reason: { code: 'cancelled' } });
});

test.each([
  ['a folder', (folder: string) => folder, 'db-folder'],
  ['a missing file', (folder: string) => join(folder, 'none.db'), 'db-missing'],
  ['a text file', (folder: string) => written(folder, 'no database, only words '.repeat(100)), 'db-not-a-database'],
  ['an empty file', (folder: string) => written(folder, ''), 'db-empty'],
])('%s is refused with a code, and no thread is left', async (_, make, code) => {
  const before = threads();
  await expect(Library.open({ path: make(tempFolder()), entries, listener })).rejects.toMatchObject({ code });
  expect(threads()).toBe(before);
});

function written(folder: string, text: string): string {
  const path = join(folder, 'state.db');
  writeFileSync(path, text);
  return path;
}

test('reading and searching leave the file as it is and nothing beside it', async () => {
  const path = copyFixture('v20');
  const [before, beside] = [readFileSync(path), readdirSync(dirname(path))];
  const library = await Library.open({ path, entries, listener });
  await library.search('searchMessages', request('docker', 'substring'));
  await library.search('searchMessages', request('天', 'substring'));
  await library.close();
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(dirname(path))).toEqual(beside);
});

test('after closing everything is refused', async () => {
  const { library } = await openFixture();
  const pending = library.search('searchMessages', request('docker', 'substring'));
  await Promise.all([library.close(), expect(pending).rejects.toMatchObject({ code: 'cancelled' })]);
  await expect(library.read('databaseFacts', {})).rejects.toMatchObject({ code: 'no-database' });
});
