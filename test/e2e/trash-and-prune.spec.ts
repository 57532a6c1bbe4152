import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { columnIn, fileContent, valueIn } from '../support/file-content.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import { referencePrune, type ReferenceRule } from '../support/prune-reference.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import { goTo, rowOf, sessionList, settingsPart, settled, waitForList } from '../support/shown-window.ts';
import { writeSmallDatabase } from '../support/small-database.ts';

const DAY = 86_400;
const IDS = 'SELECT id FROM sessions ORDER BY id';

test('prune: the dry run lists what then goes, and the trash gives it back after a restart', async ({ launchApp }) => {
  test.setTimeout(120_000);
  const path = copyFixtureOfToday('v23');
  const before = fileContent(path);
  const ids = columnIn(path, IDS);
  const userDataDir = temporaryFolder();
  const rule: ReferenceRule = { by: 'started', sources: [], includePinned: false, includeArchived: false };
  const expected = referencePrune(path, rule, Date.now() / 1000 - 40 * DAY);
  expect(expected.sessions.length).toBeGreaterThan(5);
  const first = await launchApp({ db: path, userDataDir });
  const panel = await openPrune(first.page);
  await panel.getByLabel('Older than').fill('40');
  await panel.getByRole('radio', { name: 'Started' }).click();
  await dryRun(first.page);
  const plan = panel.getByRole('group', { name: 'Dry run' });
  const counted = plan.getByRole('status');
  await expect(counted).toContainText(`${String(expected.conversations)} conversations`);
  await expect(counted).toContainText(`${String(expected.sessions.length)} sessions`);
  await expect(counted).toContainText(`${expected.messages.toLocaleString('en')} messages`);
  await expect(plan.locator('tr[data-session-id]')).toHaveCount(expected.conversations);
  expect(fileContent(path)).toEqual(before);

  await panel.getByRole('button', { name: 'Prune', exact: true }).click();
  const question = first.page.getByRole('alertdialog', {
    name: `Prune ${String(expected.conversations)} conversations?`,
  });
  await question.getByRole('button', { name: 'Prune', exact: true }).click();
  await expect(toastSaying(first.page, /^Pruned/)).toContainText(`${String(expected.sessions.length)} sessions`);
  expect(columnIn(path, IDS)).toEqual(ids.filter(id => !expected.sessions.includes(String(id))));
  const entry = settingsPart(first.page, 'Trash').getByRole('row', { name: /^Pruned/ });
  await expect(entry).toContainText(`${String(expected.conversations)} conversations`);
  expect(first.faults).toEqual([]);
  await first.close();

  const second = await launchApp({ db: path, userDataDir });
  await waitForList(second.page);
  await goTo(second.page, 'Settings');
  const kept = settingsPart(second.page, 'Trash').getByRole('row', { name: /^Pruned/ });
  await kept.getByRole('button', { name: 'Restore' }).click();
  await expect(toastSaying(second.page, /^Restored/)).toContainText(`${String(expected.sessions.length)} sessions`);
  expect(fileContent(path)).toEqual(before);
  await expect(settingsPart(second.page, 'Trash')).toContainText('The trash is empty');
  expect(second.faults).toEqual([]);
});

test('prune: source, last activity, pinned and archived are what the reference says', async ({ launchApp }) => {
  const path = copyFixtureOfToday('v23');
  const before = fileContent(path);
  const { page, faults } = await launchApp({ db: path });
  const panel = await openPrune(page);
  await panel.getByLabel('Older than').fill('20');
  for (const rule of [
    { by: 'activity', sources: [], includePinned: false, includeArchived: true },
    { by: 'activity', sources: [], includePinned: true, includeArchived: true },
    { by: 'activity', sources: ['telegram'], includePinned: true, includeArchived: false },
    { by: 'started', sources: ['cli'], includePinned: false, includeArchived: false },
  ] as const) {
    await panel.getByLabel('Source').selectOption(rule.sources[0] ?? '');
    await panel.getByRole('radio', { name: rule.by === 'started' ? 'Started' : 'Last active' }).click();
    await panel.getByLabel('Pinned').setChecked(rule.includePinned);
    await panel.getByLabel('Archived').setChecked(rule.includeArchived);
    await dryRun(page);
    const expected = referencePrune(path, rule, Date.now() / 1000 - 20 * DAY);
    const plan = panel.getByRole('group', { name: 'Dry run' });
    if (expected.conversations === 0) await expect(plan.getByRole('status')).toHaveText('No conversation qualifies.');
    else await expect(plan.locator('tr[data-session-id]')).toHaveCount(expected.conversations);
    if (expected.kept.live > 0) await expect(plan).toContainText(`${String(expected.kept.live)} with an open session`);
  }
  expect(fileContent(path)).toEqual(before);
  expect(faults).toEqual([]);
});

test('what is deleted permanently is gone from the trash and from the disk, and says so when it is undone', async ({
  launchApp,
}) => {
  const sessions = ['a', 'b', 'c'].map((id, at) => ({
    id,
    source: 'cli',
    started_at: 1_787_000_000 + at,
    title: `Talk ${id}`,
  }));
  const messages = sessions.map(({ id }) => ({
    session_id: id,
    role: 'user',
    content: 'words',
    timestamp: 1_787_000_100,
  }));
  const path = writeSmallDatabase({ sessions, messages });
  const { page, faults, userDataDir } = await launchApp({ db: path });
  await waitForList(page);
  for (const id of ['a', 'b']) {
    await rowOf(page, id).click();
    await settled(page);
    await sessionList(page).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(rowOf(page, id)).toHaveCount(0);
  }
  await expect(toastSaying(page, /^Deleted/).last()).toBeVisible();
  const journals = journalsIn(userDataDir);
  expect(journals.length).toBeGreaterThan(0);
  await goTo(page, 'Settings');
  const trash = settingsPart(page, 'Trash');
  await expect(trash.getByRole('row', { name: /^Deleted/ })).toHaveCount(2);
  await trash
    .getByRole('row', { name: /Talk a/ })
    .getByRole('button', { name: 'Delete permanently' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(trash.getByRole('row', { name: /^Deleted/ })).toHaveCount(1);
  await trash.getByRole('button', { name: 'Empty trash' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(?:Empty trash|Delete permanently)$/ })
    .click();
  await expect(trash).toContainText('The trash is empty');
  await expect(trash.getByRole('button', { name: 'Empty trash' })).toBeDisabled();
  expect(journals.filter(name => existsSync(name))).toEqual([]);

  await goTo(page, 'Sessions');
  await sessionList(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('alert').filter({ hasText: /trash|gone|no longer/i })).toBeVisible();
  expect(columnIn(path, IDS)).toEqual(['c']);
  expect(valueIn(path, 'SELECT COUNT(*) FROM messages')).toBe(1);
  expect(faults).toEqual([]);
});

async function openPrune(page: Page) {
  await waitForList(page);
  await goTo(page, 'Settings');
  return settingsPart(page, 'Prune');
}

async function dryRun(page: Page): Promise<void> {
  const panel = settingsPart(page, 'Prune');
  await panel.getByRole('button', { name: 'Dry run' }).click();
  await expect(panel.getByRole('group', { name: 'Dry run' })).toBeVisible();
}

/** Files that hold deleted rows. */
function journalsIn(folder: string): string[] {
  return readdirSync(join(folder, 'trash'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}
