import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFixture } from '../../../test/support/fixtures.ts';
import type { WireError } from '../../shared/errors.ts';
import { Library } from './library.ts';

const CRASHING = new URL('../../../test/support/crashing-lanes.ts', import.meta.url);

async function openLibrary() {
  const path = copyFixture('v23');
  const changes: number[] = [];
  const troubles: (WireError | null)[] = [];
  const library = await Library.open({
    path,
    entries: { reader: CRASHING, search: CRASHING },
    listener: { onChange: () => changes.push(performance.now()), onTrouble: error => troubles.push(error) },
  });
  onTestFinished(() => library.close());
  const search = (text: string) =>
    library.search('searchMessages', {
      text,
      stage: 'full-text',
      sort: 'relevance',
      sources: [],
      roles: [],
      limit: 20,
    });
  return { path, library, changes, troubles, search };
}

/** What ends the thread of the reader: an exception outside any request, its memory used up, its own exit. */
const CRASHES: Readonly<Record<string, (library: Library) => Promise<unknown>>> = {
  throws: library => library.read('conversationCount', {}),
  'exhausts its memory': library => library.read('usageTotals', {}),
  exits: library => library.read('titleSearch', { text: 'docker', sort: 'relevance', sources: [], roles: [] }),
};

test.each(Object.keys(CRASHES))(
  'a reader lane that %s takes its requests with it and is replaced; search and changes go on',
  async how => {
    const { path, library, changes, troubles, search } = await openLibrary();
    const before = await library.read('databaseFacts', {});
    const searching = search('docker');

    const outcomes = await Promise.allSettled([CRASHES[how]?.(library), library.read('databaseFacts', {})]);

    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: { code: 'lane-crashed' } });
    if (how !== 'throws') expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: 'lane-crashed' } });
    expect((await searching).hits).toBeGreaterThan(0);
    expect(await library.read('databaseFacts', {})).toEqual(before);

    const seen = changes.length;
    const writer = new BetterSqlite3(path);
    writer.prepare("UPDATE sessions SET title = 'Another title' WHERE id = (SELECT min(id) FROM sessions)").run();
    writer.close();
    await expect.poll(() => changes.length, { timeout: 3000 }).toBeGreaterThan(seen);
    expect(troubles.at(-1) ?? null).toBeNull();
  },
  30_000,
);

test('a search lane that ends is replaced; the reader does not notice', async () => {
  const { library, troubles, search } = await openLibrary();
  expect((await search('docker')).hits).toBeGreaterThan(0);

  const crash = search('crash');
  const reading = library.read('databaseFacts', {});

  await expect(crash).rejects.toMatchObject({ code: 'lane-crashed' });
  expect(await reading).toMatchObject({ schemaVersion: 23 });
  expect((await search('docker')).hits).toBeGreaterThan(0);
  expect(troubles).toEqual([]);
});

test('a newer search stops an older one for another text', async () => {
  const { search } = await openLibrary();
  const older = search('docker');
  const newer = search('the');

  await expect(older).rejects.toMatchObject({ code: 'cancelled' });
  expect((await newer).hits).toBeGreaterThan(0);
});
