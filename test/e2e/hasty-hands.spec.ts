import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/electron-app.ts';
import { fileContent } from '../support/file-content.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import {
  goTo,
  headActions,
  openConversation,
  rowOf,
  sessionList,
  settingsPart,
  showAll,
} from '../support/shown-window.ts';

test('Ctrl+Z pressed quickly takes back one action after the other, and Delete clicked twice deletes once', async ({
  launchApp,
}) => {
  const path = copyFixtureOfToday('v23');
  const before = fileContent(path);
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  const ids = await sessionList(page)
    .locator('[role="option"][data-session-id]')
    .evaluateAll(rows => rows.slice(1, 4).map(row => row.getAttribute('data-session-id') ?? ''));
  for (const [at, id] of ids.entries()) {
    await rowOf(page, id).click();
    await headActions(page).getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await expect(toastSaying(page, /^Deleted 1 conversation/)).toHaveCount(at + 1);
  }
  for (const _ of ids) await page.keyboard.press('ControlOrMeta+z');
  await expect(toastSaying(page, /^Undone/)).toHaveCount(ids.length);
  expect(fileContent(path)).toEqual(before);
  expect(faults).toEqual([]);
});

test('the age of a prune is the number that stands there; none is no rule', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: copyFixtureOfToday('v23') });
  await showAll(page);
  await goTo(page, 'Settings');
  const panel = settingsPart(page, 'Prune');
  const field = panel.getByLabel('Older than');
  await field.click();
  for (const [typed, isRule] of [
    ['0.5', true],
    ['-3', false],
    ['99999', false],
    ['365', true],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect(panel.getByRole('button', { name: 'Dry run' })).toBeDisabled();
    await page.keyboard.type(typed);
    await expect(field).toHaveValue(typed);
    await expect(panel.getByRole('button', { name: 'Dry run' })).toBeEnabled({ enabled: isRule });
  }
  expect(faults).toEqual([]);
});

test('a trash full of rubbish stops no change, and nothing in it is taken for a deletion', async ({ launchApp }) => {
  const path = copyFixtureOfToday('v23');
  const userDataDir = temporaryFolder();
  const first = await launchApp({ db: path, userDataDir });
  await showAll(first.page);
  const id = (await sessionList(first.page).getByRole('option').nth(2).getAttribute('data-session-id')) ?? '';
  await openConversation(first.page, id);
  await headActions(first.page).getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(toastSaying(first.page, /^Pinned/)).toBeVisible();
  await first.close();
  const trash = join(userDataDir, 'trash');
  const folder = join(trash, readdirSync(trash)[0] ?? '');
  writeFileSync(join(folder, '0aaaaaaaa-00000000.000000.pending'), 'rubbish');
  writeFileSync(join(folder, '0aaaaaaaa-00000001.000000.restoring-00000000'), '');
  writeFileSync(join(folder, '0aaaaaaaa-00000002.000000.trash'), 'HSBTRSH1');
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(userDataDir, 'under-way', 'prune-0.running.json'), '{{{');

  const second = await launchApp({ db: path, userDataDir });
  await showAll(second.page);
  await openConversation(second.page, id);
  await headActions(second.page).getByRole('button', { name: 'Unpin', exact: true }).click();
  await expect(toastSaying(second.page, /^Unpinned/)).toBeVisible();
  await goTo(second.page, 'Settings');
  await expect(settingsPart(second.page, 'Trash').getByText(/Cannot be restored as it is/)).toHaveCount(2);
});
