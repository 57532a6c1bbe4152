import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { fixturePath } from '../support/fixtures.ts';

/** What axe finds, short enough to read in a failure. In its ordinary mode it opens a tab, which Electron cannot. */
async function faults(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`));
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the welcome screen is accessible, ${scheme}`, async ({ launchApp }) => {
    const { page } = await launchApp();
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.getByRole('button', { name: 'Open database…' })).toBeVisible();

    expect(await faults(page)).toEqual([]);
  });

  test(`the session list is accessible, ${scheme}`, async ({ launchApp }) => {
    const { page } = await launchApp({ db: fixturePath('v23') });
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.getByRole('listbox', { name: 'Sessions' }).getByRole('option').first()).toBeVisible();

    expect(await faults(page)).toEqual([]);
  });
}
