import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { fixtureGolden, fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import {
  conversation,
  goTo,
  headActions,
  openConversation,
  searchMessages,
  searchResults,
  sessionList,
  settingsPart,
  settled,
  showAll,
  waitForList,
} from '../support/shown-window.ts';

const CHAIN = (fixtureGolden('v23').notes['chain'] as string[]).at(-1) ?? '';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen of an open database has a fault that axe finds (${colorScheme})`, async ({ launchApp }) => {
    test.setTimeout(90_000);
    const { page } = await launchApp({ db: fixturePath('v23') });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await showAll(page);
    await expectNoFaults(page, 'sessions');
    await openConversation(page, CHAIN);
    await expectNoFaults(page, 'conversation');
    for (const name of ['Lineage', 'Usage', 'Details']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await settled(page);
      await expectNoFaults(page, name);
    }
    await searchMessages(page, 'docker');
    await expectNoFaults(page, 'search');
    await searchResults(page).getByRole('listitem').first().click();
    await expect(conversation(page).locator('mark').first()).toBeVisible();
    await expectNoFaults(page, 'hit');
    for (const name of ['Dashboard', 'Settings']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
      await settled(page);
      await expectNoFaults(page, name);
    }
  });

  test(`nothing that organises, prunes or counts has a fault that axe finds (${colorScheme})`, async ({
    launchApp,
  }) => {
    test.setTimeout(120_000);
    const { page } = await launchApp({ db: copyFixtureOfToday('v23') });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await showAll(page);
    const rows = sessionList(page).locator('[role="option"][data-session-id]');
    for (const at of [1, 2]) await rows.nth(at).click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByRole('toolbar', { name: 'Selected conversations' })).toBeVisible();
    await expectNoFaults(page, 'bulk bar');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alertdialog')).toContainText('What goes');
    await expectNoFaults(page, 'delete dialog');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toastSaying(page, /^Deleted/)).toBeVisible();
    await expectNoFaults(page, 'toast');

    await openConversation(page, CHAIN);
    await headActions(page).getByRole('button', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: 'New title' });
    await field.fill('Trip planning');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'already has this title' })).toBeVisible();
    await expectNoFaults(page, 'refused title');
    await page.keyboard.press('Escape');
    await headActions(page).getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: 'Export' })).toBeVisible();
    await expectNoFaults(page, 'export dialog');
    await page.keyboard.press('Escape');

    await goTo(page, 'Settings');
    await settingsPart(page, 'Prune').getByLabel('Older than').fill('30');
    await settingsPart(page, 'Prune').getByRole('button', { name: 'Dry run' }).click();
    await expect(settingsPart(page, 'Prune').getByRole('table').first()).toBeVisible();
    await settingsPart(page, 'Maintenance').getByRole('button', { name: 'Check database' }).click();
    await expect(settingsPart(page, 'Maintenance').getByText(/^(?:All sound|Checked)/)).toBeVisible();
    await expect(settingsPart(page, 'Trash').getByRole('row', { name: /^Deleted/ })).toBeVisible();
    await expectNoFaults(page, 'settings with a plan, a check and trash');
    await settingsPart(page, 'Prune').getByRole('button', { name: 'Prune', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoFaults(page, 'prune dialog');
    await page.keyboard.press('Escape');

    await goTo(page, 'Dashboard');
    await expect(page.locator('.recharts-bar').first()).toBeAttached();
    await expectNoFaults(page, 'dashboard');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('radio', { name: 'Custom' }).click();
    await expect(page.getByLabel('From')).toBeVisible();
    await settled(page);
    await expectNoFaults(page, 'dashboard as a table');
  });

  test(`neither welcome nor error has a fault that axe finds (${colorScheme})`, async ({ launchApp }) => {
    const welcome = await launchApp();
    await welcome.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(welcome.page.getByRole('button', { name: 'Open database…' })).toBeVisible();
    await settled(welcome.page);
    await expectNoFaults(welcome.page, 'welcome');
    await welcome.close();

    const { page } = await launchApp({ db: join(temporaryFolder(), 'state.db') });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByRole('alert')).toBeVisible();
    await settled(page);
    await expectNoFaults(page, 'error');
  });
}

test('the dark scheme is dark', async ({ launchApp }) => {
  const { page } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  const inkOf = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).color)?.[0]));
  expect(await inkOf()).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(inkOf).toBeGreaterThan(180);
});

/** What axe finds, short enough to read in a failure. In its ordinary mode it opens a tab, which Electron cannot. */
async function expectNoFaults(page: Page, screen: string): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(passes.length).toBeGreaterThan(10);
  const found = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${screen}: ${impact ?? ''} ${id}: ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  );
  expect(found).toEqual([]);
}
