import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { damage } from '../support/damage.ts';
import { expect, test } from '../support/electron-app.ts';
import { columnIn, fileContent, valueIn } from '../support/file-content.ts';
import { copyFixture, temporaryFolder } from '../support/fixtures.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import {
  goTo,
  headActions,
  openConversation,
  searchMessages,
  searchResults,
  settingsPart,
  waitForList,
} from '../support/shown-window.ts';

test('a backup lies beside the file, is whole and equal, and the file is as it was', async ({ launchApp }) => {
  const path = copyFixture('v23');
  const before = fileContent(path);
  const { page, faults, close } = await launchApp({ db: path });
  const panel = await openMaintenance(page);
  await panel.getByRole('button', { name: 'Back up now' }).click();
  const done = panel.getByRole('status').filter({ hasText: 'Backed up' });
  await expect(done).toContainText(`${String(valueIn(path, 'SELECT COUNT(*) FROM sessions'))} sessions`);
  const backup = fileBeside(path, /backup/);
  await expect(done).toContainText(backup);
  expect(faults).toEqual([]);
  await close();
  const copy = join(dirname(path), backup);
  expect(columnIn(copy, 'PRAGMA quick_check')).toEqual(['ok']);
  expect(fileContent(copy)).toEqual(before);
  expect(fileContent(path)).toEqual(before);
});

test('a damaged search index is found by the check, rebuilt, and search works again', async ({ launchApp }) => {
  const path = copyFixtureOfToday('v23');
  const found = columnIn(path, "SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'docker' ORDER BY rowid");
  expect(found.length).toBeGreaterThan(2);
  const messages = fileContent(path).hashes['messages'];
  damage.searchBlocks(path);
  const { page } = await launchApp({ db: path });
  const panel = await openMaintenance(page);
  await panel.getByRole('radio', { name: 'Search index' }).click();
  await panel.getByRole('button', { name: 'Check database' }).click();
  await expect(panel.getByText(/messages_fts damaged/)).toBeVisible();
  await expect(panel.getByText('rebuilding the search index mends what was found')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Repair database' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Rebuild search index' }).click();
  await expect(panel.getByText('The search index was rebuilt')).toBeVisible();
  await panel.getByRole('button', { name: 'Check database' }).click();
  await expect(panel.getByText(/^All sound/)).toBeVisible();
  await expect(page.getByText(/index is damaged/i)).toHaveCount(0);

  await searchMessages(page, 'docker');
  await expect(searchResults(page).locator('[data-message-id]').first()).toBeVisible();
  expect(columnIn(path, "SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'docker' ORDER BY rowid")).toEqual(
    found,
  );
  expect(fileContent(path).hashes['messages']).toBe(messages);
});

test('an older file says so, offers the upgrade at the first write, and is upgraded with a backup', async ({
  launchApp,
}) => {
  test.setTimeout(90_000);
  const path = copyFixture('v11');
  const original = join(temporaryFolder(), 'state.db');
  copyFileSync(path, original);
  const { page, faults, close } = await launchApp({ db: path });
  await waitForList(page);
  const id = String(valueIn(path, "SELECT id FROM sessions WHERE title = 'Trip planning'"));
  await openConversation(page, id);
  const pin = headActions(page).getByRole('button', { name: 'Pin', exact: true });
  await pin.click();
  const refused = toastSaying(page, /upgrade/i);
  await expect(refused.getByRole('alert')).toBeVisible();
  await refused.getByRole('button', { name: /^Upgrade/ }).click();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  expect(valueIn(path, 'SELECT version FROM schema_version')).toBe(11);

  await goTo(page, 'Sessions');
  await page.getByRole('button', { name: 'Upgrade database' }).click();
  const panel = settingsPart(page, 'Maintenance');
  await panel.getByRole('button', { name: 'Upgrade database' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Upgrade this database?' });
  await expect(dialog).toContainText('From schema 11 to 23');
  await dialog.getByRole('button', { name: 'Upgrade database' }).click();
  await expect(panel.getByText(/^Upgraded to schema 23/)).toBeVisible();
  await expect(page.getByText(/schema 23/i).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Upgrade database' })).toBeDisabled();
  const backup = fileBeside(path, /backup/);

  await goTo(page, 'Sessions');
  await expect(page.getByRole('button', { name: 'Upgrade database' })).toHaveCount(0);
  await openConversation(page, id);
  await pin.click();
  await expect(toastSaying(page, /^Pinned/)).toBeVisible();
  expect(columnIn(path, 'SELECT id FROM sessions WHERE pinned = 1')).toEqual([id]);
  expect(valueIn(path, 'SELECT version FROM schema_version')).toBe(23);
  expect(faults).toEqual([]);
  await close();
  expect(fileContent(join(dirname(path), backup))).toEqual(fileContent(original));
});

async function openMaintenance(page: Page) {
  await waitForList(page);
  await goTo(page, 'Settings');
  return settingsPart(page, 'Maintenance');
}

/** Name of the one file beside a database that looks like this, without the side files of SQLite. */
function fileBeside(path: string, name: RegExp): string {
  const found = readdirSync(dirname(path)).filter(file => name.test(file) && !/-(?:wal|shm|journal)$/.test(file));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}
