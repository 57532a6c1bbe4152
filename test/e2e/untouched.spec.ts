import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import {
  copyDatabase,
  FIXTURE_FORMS,
  FIXTURE_VERSIONS,
  fixturePath,
  temporaryFolder,
  type FixtureForm,
} from '../support/fixtures.ts';
import {
  conversation,
  searchMessages,
  searchResults,
  sessionList,
  settled,
  showAll,
  waitForList,
} from '../support/shown-window.ts';

/** Files that SQLite makes beside a database in WAL mode as soon as it is read: shared memory, and a log without frames. */
const SIDE_FILES: Readonly<Record<FixtureForm, Readonly<Record<string, 'any' | 'empty'>>>> = {
  plain: {},
  'wal-closed': { 'state.db-shm': 'any', 'state.db-wal': 'empty' },
  'wal-frames': { 'state.db-shm': 'any' },
};

for (const form of FIXTURE_FORMS) {
  test(`opening, browsing, searching and reading changes no file (${form})`, async ({ launchApp }) => {
    test.setTimeout(120_000);
    const home = temporaryFolder();
    const folders = FIXTURE_VERSIONS.map(version => profileOf(home, version, form));
    const before = folders.map(filesIn);
    const { page, faults, close } = await launchApp({
      env: { HERMES_HOME: home },
      db: join(folders[0] ?? '', 'state.db'),
    });

    for (const [at, version] of FIXTURE_VERSIONS.entries()) {
      if (at > 0) await chooseProfile(page, version);
      await expect(page.getByRole('button', { name: `Choose database: ${version}` })).toBeVisible();
      await useEverything(page);
      expect(changesOf(before[at] ?? {}, filesIn(folders[at] ?? ''), form)).toEqual([]);
    }
    expect(faults).toEqual([]);
    expect(await close()).toEqual([]);
    expect(folders.flatMap((folder, at) => changesOf(before[at] ?? {}, filesIn(folder), form))).toEqual([]);
  });
}

/** A profile of Hermes with a fixture as its database. @returns its folder. */
function profileOf(home: string, name: (typeof FIXTURE_VERSIONS)[number], form: FixtureForm): string {
  const folder = join(home, 'profiles', name);
  mkdirSync(folder, { recursive: true });
  copyDatabase(fixturePath(name), join(folder, 'state.db'), form);
  return folder;
}

async function chooseProfile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Choose database/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

async function useEverything(page: Page): Promise<void> {
  await waitForList(page);
  await showAll(page);
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('docker');
  await settled(page);
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('');
  await settled(page);
  await sessionList(page).getByRole('option').first().click();
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  for (const name of ['Lineage', 'Usage', 'Details', 'Conversation']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await settled(page);
  }
  await searchMessages(page, 'docker');
  await searchResults(page).getByRole('listitem').first().click();
  await expect(conversation(page).locator('mark').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await settled(page);
}

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map(name => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

/** What differs and may not. */
function changesOf(before: Record<string, string>, after: Record<string, string>, form: FixtureForm): string[] {
  const changed = Object.keys(before).filter(name => after[name] !== before[name]);
  const added = Object.keys(after).filter(name => !(name in before));
  const allowed = SIDE_FILES[form];
  const forbidden = added.filter(
    name => !(allowed[name] === 'any' || (allowed[name] === 'empty' && after[name] === '')),
  );
  return [...changed.map(name => `${name} changed`), ...forbidden.map(name => `${name} appeared`)];
}
