import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { makeDatabase } from '../../bench/database/make-database.ts';
import { expect, test } from '../support/electron-app.ts';
import { copyFixture, fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { startForeignWriter } from '../support/foreign-writer.ts';
import { ordinaryUser } from '../support/ordinary-user.ts';
import {
  conversation,
  openConversation,
  searchMessages,
  searchResults,
  sessionList,
  settled,
  waitForList,
} from '../support/shown-window.ts';

const user = ordinaryUser();
test.afterEach(() => {
  user.giveBack();
});

/** What an error screen has to say: what is wrong, of which file, and what can be done. */
async function expectError(
  page: Page,
  path: string,
  { title, buttons }: { title: string; buttons: readonly string[] },
): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  await expect(alert).toContainText(title);
  await expect(alert).toContainText(path);
  for (const name of [...buttons, 'Open another…', 'Explore sample data'])
    await expect(alert.getByRole('button', { name, exact: true })).toBeEnabled();
}

const BAD: readonly { what: string; title: string; buttons: readonly string[]; make: (path: string) => void }[] = [
  { what: 'a folder', title: 'This is a folder, not a database', buttons: [], make: path => mkdirSync(path) },
  {
    what: 'a text file',
    title: 'This file is not a SQLite database',
    buttons: [],
    make: path => writeFileSync(path, 'Dear diary, today was a good day. '.repeat(100)),
  },
  {
    what: 'a short text file',
    title: 'This file is not a SQLite database',
    buttons: [],
    make: path => writeFileSync(path, 'Dear diary'),
  },
  {
    what: 'random bytes',
    title: 'This file is not a SQLite database',
    buttons: [],
    make: path => writeFileSync(path, Buffer.from(Array.from({ length: 40_960 }, (_, at) => (at * 7919) % 251))),
  },
  { what: 'an empty file', title: 'This file is empty', buttons: ['Try again'], make: path => writeFileSync(path, '') },
  { what: 'a missing file', title: 'This file does not exist', buttons: ['Try again'], make: () => undefined },
  { what: 'another database', title: 'This database is not from Hermes', buttons: [], make: path => makeOther(path) },
];

function makeOther(path: string): void {
  const db = new Database(path);
  db.exec('CREATE TABLE recipes (name TEXT)');
  db.close();
}

for (const { what, title, buttons, make } of BAD) {
  test(`${what}: the window says what is wrong, names the path and shows ways out`, async ({ launchApp }) => {
    const path = join(temporaryFolder(), 'state.db');
    make(path);
    const before = contentsOf(path);
    const { page, faults } = await launchApp({ db: path });

    await expectError(page, path, { title, buttons });
    if (buttons.includes('Try again')) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectError(page, path, { title, buttons });
    }
    expect(contentsOf(path)).toEqual(before);
    expect(faults).toEqual([]);
  });
}

test('a file that appears is opened by trying again', async ({ launchApp }) => {
  const path = join(temporaryFolder(), 'state.db');
  const { page } = await launchApp({ db: path });
  await expectError(page, path, { title: 'This file does not exist', buttons: ['Try again'] });

  copyFileSync(fixturePath('v23'), path);
  await page.getByRole('button', { name: 'Try again' }).click();

  await waitForList(page);
});

test('from an error the sample data can be explored', async ({ launchApp }) => {
  const { page } = await launchApp({ db: join(temporaryFolder(), 'state.db') });
  await page.getByRole('alert').getByRole('button', { name: 'Explore sample data' }).click();
  await waitForList(page);
});

const WHOLE = readFileSync(fixturePath('v23')).length;
for (const share of [0.002, 0.05, 0.3, 0.6, 0.9, 0.999]) {
  test(`a database cut at ${String(share * 100)} % shows what can be read, or says why not`, async ({ launchApp }) => {
    const path = copyFixture('v23');
    truncateSync(path, Math.floor(WHOLE * share));
    const before = readFileSync(path);
    const { page } = await launchApp({ db: path });

    const failed = page.getByRole('alert').filter({ hasText: path });
    const rows = sessionList(page).locator('[role="option"][data-session-id]');
    await expect(failed.or(rows.first()).first()).toBeVisible();
    if (await failed.isVisible()) {
      await expect(failed).toContainText(/damaged|not a SQLite database|empty/);
      await expect(failed.getByRole('button', { name: 'Open another…' })).toBeEnabled();
    } else {
      await expect(page.getByText(/Only part of this file can be read/)).toBeVisible();
      await readSomething(page);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['state.db']);
  });
}

test('of a grown database that was cut short, what is there is shown', async ({ launchApp }) => {
  const path = join(temporaryFolder(), 'state.db');
  makeDatabase(path, { sessions: 300, messages: 6000, seed: 1, end: 1_787_000_000 });
  truncateSync(path, Math.floor(statSync(path).size * 0.9));
  const before = readFileSync(path);
  const { page } = await launchApp({ db: path });

  await expect(page.getByRole('alert').filter({ hasText: 'Only part of this file can be read' })).toBeVisible();
  await waitForList(page);
  await expect(page.getByRole('contentinfo', { name: 'Database' })).toContainText('300 sessions');
  await readSomething(page);
  expect(readFileSync(path).equals(before)).toBe(true);
});

/** Opens the first row and searches: each shows its words or an error, never nothing. */
async function readSomething(page: Page): Promise<void> {
  await sessionList(page).locator('[role="option"][data-session-id]').first().click();
  const read = conversation(page)
    .getByRole('article')
    .or(page.getByRole('alert'))
    .or(page.getByText('No messages in this conversation'));
  await expect(read.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('docker');
  const found = searchResults(page)
    .getByRole('listitem')
    .or(page.getByText(/No hits|could not answer|did not finish/));
  await expect(found.first()).toBeVisible();
}

test('a locked database is waited for and opens by itself', async ({ launchApp }) => {
  const path = copyFixture('v23');
  const writer = startForeignWriter(path);
  await writer.run('BEGIN EXCLUSIVE');
  const { page, faults } = await launchApp({ db: path });

  await expectError(page, path, { title: 'Waiting for another program', buttons: ['Try now'] });
  await writer.run('COMMIT');

  await waitForList(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await writer.close();
  expect(faults).toEqual([]);
});

test('a database of schema 31 with unknown columns and tables is read, with a notice', async ({ launchApp }) => {
  const path = copyFixture('v23');
  const db = new Database(path);
  db.exec(`UPDATE schema_version SET version = 31;
    ALTER TABLE sessions ADD COLUMN mood TEXT DEFAULT 'fine';
    ALTER TABLE messages ADD COLUMN weight REAL DEFAULT 1.5;
    CREATE TABLE dreams (id INTEGER PRIMARY KEY, what TEXT);
    INSERT INTO dreams (what) VALUES ('of sheep')`);
  db.close();
  const before = readFileSync(path);
  const { page, faults } = await launchApp({ db: path });

  await expect(page.getByRole('status').filter({ hasText: 'Schema 31, newer than this app knows' })).toBeVisible();
  await page.getByRole('button', { name: 'What is unknown' }).click();
  for (const name of ['dreams', 'mood', 'weight']) await expect(page.getByText(name)).toBeVisible();
  await waitForList(page);
  const id = (await sessionList(page).getByRole('option').first().getAttribute('data-session-id')) ?? '';
  await openConversation(page, id);
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByText('mood', { exact: true }).last()).toBeVisible();
  await searchMessages(page, 'docker');
  await expect(searchResults(page).getByRole('listitem').first()).toBeVisible();
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(faults).toEqual([]);
});

test('an unreadable file is refused to an ordinary user with the cause', async ({ launchApp }) => {
  const path = copyFixture('v23');
  user.takeAway(path, 0o600);
  const { page } = await launchApp({ db: path, startsAs: user.startsAs });

  await expectError(page, path, { title: 'No permission to read this file', buttons: ['Try again'] });
});

test('a write-ahead log in a folder that an ordinary user cannot write is read, or a copy is offered and opens', async ({
  launchApp,
}) => {
  const path = copyFixture('v23', 'wal-frames');
  const folder = dirname(path);
  const before = contentsOf(folder);
  for (const name of readdirSync(folder)) user.takeAway(join(folder, name), 0o644);
  user.takeAway(folder, 0o755);
  const { page, userDataDir } = await launchApp({ db: path, startsAs: user.startsAs });

  await expectError(page, path, { title: 'This folder is read-only', buttons: ['Open a copy', 'Try again'] });
  await page.getByRole('button', { name: 'Open a copy' }).click();

  await waitForList(page);
  await expect(page.getByRole('status').filter({ hasText: 'A private copy of this file is open' })).toBeVisible();
  await expect(page.getByRole('contentinfo', { name: 'Database' })).toContainText('Private copy');
  await searchMessages(page, 'docker');
  await expect(searchResults(page).getByRole('listitem').first()).toBeVisible();
  expect(existsSync(join(userDataDir, 'copies'))).toBe(true);
  expect(contentsOf(folder)).toEqual(before);
});

test('a plain database in a read-only folder opens in place for an ordinary user', async ({ launchApp }) => {
  const path = copyFixture('v23');
  user.takeAway(path, 0o444);
  user.takeAway(dirname(path), 0o555);
  const { page, faults } = await launchApp({ db: path, startsAs: user.startsAs });

  await waitForList(page);
  await settled(page);
  expect(readdirSync(dirname(path))).toEqual(['state.db']);
  expect(faults).toEqual([]);
});

test('a file that goes away while it is open is missed, and read again once it is back', async ({ launchApp }) => {
  const path = copyFixture('v23');
  const { page } = await launchApp({ db: path });
  await waitForList(page);
  const kept = readFileSync(path);

  rmSync(path);
  await expectError(page, path, { title: 'This file does not exist', buttons: ['Try again'] });
  writeFileSync(path, kept);

  await waitForList(page);
});

/** Every file below a path with its bytes. */
function contentsOf(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  const files = statSync(path).isDirectory() ? readdirSync(path).map(name => join(path, name)) : [path];
  return Object.fromEntries(files.map(file => [file, readFileSync(file).toString('base64')]));
}
