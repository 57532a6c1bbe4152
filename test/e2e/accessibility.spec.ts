import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { fixtureGolden, fixturePath, temporaryFolder } from '../support/fixtures.ts';
import {
  conversation,
  openConversation,
  searchMessages,
  searchResults,
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
