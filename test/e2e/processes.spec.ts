import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/electron-app.ts';
import { runElectron } from '../support/electron-process.ts';
import { fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { searchResults, showAll, waitForList } from '../support/shown-window.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

test('closing the app in the middle of a search leaves no process behind', async ({ launchApp }) => {
  const { page, processIds, close } = await launchApp({ db: fixturePath('v23') });
  await showAll(page);
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('docker');
  await expect(searchResults(page).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('the');
  expect(processIds().length).toBeGreaterThan(2);

  expect(await close()).toEqual([]);
});

test('a second start with the same profile brings the first window forward, opens its file there, and ends', async ({
  launchApp,
}) => {
  const { app, page, userDataDir, home } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    if (window === undefined) throw new Error('there is no window');
    const calls: string[] = [];
    Object.assign(globalThis, { calls });
    const focus = window.focus.bind(window);
    window.focus = () => {
      calls.push('focus');
      focus();
    };
  });

  const second = await runElectron([`--user-data-dir=${userDataDir}`, '--db', fixturePath('v11')], home);

  expect(second.code).toBe(0);
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'calls') as string[])).toEqual(['focus']);
  expect(app.windows()).toHaveLength(1);
  await expect(page.getByRole('contentinfo', { name: 'Database' })).toContainText('schema 11');
});

test('--screenshot draws the window into a file and ends, beside an app that runs', async ({ launchApp }) => {
  const { page, userDataDir, home } = await launchApp({ db: fixturePath('v11') });
  await waitForList(page);
  const path = join(temporaryFolder(), 'window.png');

  const { code, stdout } = await runElectron(
    [`--user-data-dir=${userDataDir}`, '--db', fixturePath('v23'), `--screenshot=${path}`],
    home,
  );

  expect(code).toBe(0);
  expect(stdout.trim()).toBe(path);
  const picture = readFileSync(path);
  expect(picture.subarray(0, 8)).toEqual(PNG);
  expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(640);
  expect(picture.readUInt32BE(20)).toBeGreaterThanOrEqual(420);
  // An empty window of this size packs into far less.
  expect(picture.length).toBeGreaterThan(30_000);
});

test('--screenshot of a file that cannot be opened draws what the window says', async () => {
  const folder = temporaryFolder();
  const text = join(folder, 'notes.db');
  writeFileSync(text, 'Not a database, but longer than the header of one. '.repeat(40));
  const path = join(folder, 'window.png');

  const { code } = await runElectron(
    [`--user-data-dir=${join(folder, 'data')}`, '--db', text, `--screenshot=${path}`],
    folder,
  );

  expect(code).toBe(0);
  expect(readFileSync(path).subarray(0, 8)).toEqual(PNG);
});

test('--screenshot into a folder that is not there fails and says so', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'missing', 'window.png');

  const { code, stderr } = await runElectron(
    [`--user-data-dir=${join(folder, 'data')}`, '--db', fixturePath('v23'), `--screenshot=${path}`],
    folder,
  );

  expect(code).toBe(1);
  expect(stderr).toContain('No screenshot could be taken');
});
