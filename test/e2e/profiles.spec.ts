import { copyFileSync, renameSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sessionsView } from '../../src/main/read-models/session-view.ts';
import { expect, test } from '../support/electron-app.ts';
import { fixturePath } from '../support/fixtures.ts';
import { startForeignWriter } from '../support/foreign-writer.ts';
import { makeHermesHome, profilePath } from '../support/hermes-home.ts';
import { openLaneContext } from '../support/lane-context.ts';
import {
  conversation,
  goTo,
  rowOf,
  searchMessages,
  searchResults,
  sessionList,
  settled,
  showAll,
  waitForList,
  wholeList,
} from '../support/shown-window.ts';

/** The button in the title bar that names what is open. */
const switcher = (page: Page) => page.locator('header').getByRole('button', { name: 'Choose database' });
const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name });

async function choose(page: Page, name: string | RegExp) {
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  await choice(page, name).press('Enter');
  await waitForList(page);
}

/** Ids that a profile alone would list under *All*. */
function idsOf(home: string, name: string): string[] {
  const context = openLaneContext(profilePath(home, name));
  const view = {
    scope: 'all',
    filter: '',
    sort: 'activity',
    sources: [],
    models: [],
    states: [],
    showArchived: false,
    showChildren: false,
  } as const;
  const asked = { ...view, sources: [], models: [], states: [] };
  const { rows } = sessionsView(context, { view: asked, anchorIds: [], first: 200 });
  context.store.db.close();
  return rows.map(row => row.id);
}

test('the switcher lists the profiles of the home, and goes from one to another by keyboard', async ({ launchApp }) => {
  const home = makeHermesHome({ default: 'v23', old: 'v11', work: 'v20' });
  const { page, faults, userDataDir, close } = await launchApp({ env: { HERMES_HOME: home } });
  await waitForList(page);
  await expect(switcher(page)).toContainText('default');
  await switcher(page).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Choose database' });
  await expect(menu.getByRole('menuitemradio')).toHaveText([/^default/, /^old/, /^work/, /^All profiles/]);
  await expect(choice(page, /^default/)).toBeChecked();
  await expect(choice(page, /^old/)).toContainText(/\d MB · written/);
  await expect(menu.getByRole('menuitem', { name: 'Open database…' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Explore sample data' })).toBeVisible();
  await choice(page, /^old/).press('Enter');
  await expect(switcher(page)).toContainText('old');
  await showAll(page);
  expect(await wholeList(page)).toEqual(idsOf(home, 'old'));
  await choose(page, 'All profiles');
  await expect(switcher(page)).toContainText('All profiles');
  expect(faults).toEqual([]);
  await close();

  const again = await launchApp({ env: { HERMES_HOME: home }, userDataDir });
  await waitForList(again.page);
  await expect(switcher(again.page)).toContainText('All profiles');
});

test('all profiles are one list: every row of each, with its badge, and each opens', async ({ launchApp }) => {
  const home = makeHermesHome({ default: 'v23', old: 'v11', work: 'v20' });
  const { page, faults } = await launchApp({ env: { HERMES_HOME: home } });
  await waitForList(page);
  await choose(page, 'All profiles');
  await showAll(page);
  const profiles = ['default', 'old', 'work'];
  const shown = await wholeList(page);
  const expected = profiles.flatMap((name, at) => {
    const earlier = new Set(profiles.slice(0, at).flatMap(each => idsOf(home, each)));
    return idsOf(home, name).map(id => (earlier.has(id) ? `${name}/${id}` : id));
  });
  expect([...shown].sort()).toEqual([...expected].sort());
  for (const name of profiles) {
    const id = shown.find(each => expected.includes(each) && isOf(home, name, each)) ?? '';
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill(id.replace(`${name}/`, ''));
    await expect(rowOf(page, id)).toContainText(name);
    await rowOf(page, id).click();
    await expect(conversation(page).getByRole('article').first()).toBeVisible();
    await settled(page);
  }
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('');

  await searchMessages(page, 'docker');
  const heads = searchResults(page).getByRole('heading', { level: 2 });
  for (const name of ['default', 'work']) await expect(heads.filter({ hasText: `${name} · ` }).first()).toBeVisible();
  await searchResults(page).getByRole('listitem').first().click();
  await expect(conversation(page).locator('mark').first()).toBeVisible();

  expect(faults).toEqual([]);
});

test('a session of a profile that is not open is found there, and opened on request', async ({ launchApp }) => {
  const home = makeHermesHome({ default: 'v23', work: 'v20' });
  const near = new Set(idsOf(home, 'default'));
  const far = idsOf(home, 'work').find(id => !near.has(id)) ?? '';
  const { page, faults } = await launchApp({ env: { HERMES_HOME: home }, args: ['--session', far] });
  await waitForList(page);
  await expect(switcher(page)).toContainText('default');
  await page.getByRole('button', { name: 'Open it in “work”' }).click();
  await expect(switcher(page)).toContainText('work');
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await showAll(page);
  await expect(rowOf(page, far)).toHaveAttribute('aria-selected', 'true');
  expect(faults).toEqual([]);
});

test('a profile that cannot be read is named and comes back; what happens in the others appears', async ({
  launchApp,
}) => {
  const home = makeHermesHome({ default: 'v23', work: 'v20', bad: 'broken' });
  const { page, faults } = await launchApp({ env: { HERMES_HOME: home } });
  await waitForList(page);
  await choose(page, 'All profiles');
  const missing = page.getByRole('alert').filter({ hasText: 'Profile bad is not in this view' });
  await expect(missing).toContainText('This file is not a database');
  const writer = startForeignWriter(profilePath(home, 'work'));
  const now = Date.now() / 1000;
  await writer.transact([
    {
      sql: `INSERT INTO sessions (id, source, started_at, title) VALUES ('new', 'cli', ?, 'Brand new')`,
      values: [now],
    },
  ]);
  await expect(rowOf(page, 'new')).toContainText('work');
  await writer.close();

  copyFileSync(fixturePath('v16'), `${profilePath(home, 'bad')}.new`);
  renameSync(`${profilePath(home, 'bad')}.new`, profilePath(home, 'bad'));
  const before = Number(await sessionList(page).getByRole('option').first().getAttribute('aria-setsize'));
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toBeHidden();
  await expect
    .poll(async () => Number(await sessionList(page).getByRole('option').first().getAttribute('aria-setsize')))
    .toBeGreaterThan(before);
  await goTo(page, 'Dashboard');
  const dashboard = page.getByRole('region', { name: 'Dashboard' });
  await expect(dashboard.getByRole('button')).toHaveText(['default', 'bad', 'work']);
  await dashboard.getByRole('button', { name: 'work' }).click();
  await expect(switcher(page)).toContainText('work');
  expect(faults).toEqual([]);
});

/** Whether a row is the one of this profile: by its address, or because no earlier profile has the id. */
function isOf(home: string, name: string, id: string): boolean {
  if (id.includes('/')) return id.startsWith(`${name}/`);
  const order = ['default', 'old', 'work'];
  return order.find(each => idsOf(home, each).includes(id)) === name;
}
