import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { contract } from '../../src/shared/contract/index.ts';
import { expect, test } from '../support/electron-app.ts';
import { valueIn } from '../support/file-content.ts';
import { copyFixture, fixtureGolden, temporaryFolder } from '../support/fixtures.ts';
import { answerDialogs } from '../support/answered-dialogs.ts';
import { goTo, headActions, openConversation, sessionList, settingsPart, showAll } from '../support/shown-window.ts';
import { toastSaying } from '../support/shown-toasts.ts';

const TIP = (fixtureGolden('v23').notes['chain'] as string[]).at(-1) ?? '';
const RULE = { olderThanDays: 0, by: 'started', sources: [], includePinned: true, includeArchived: true };

/** Procedures that write to the database or take something away, each with an input that would do it. */
const WRITES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  organise: {
    rename: { id: TIP, title: 'Never' },
    setPinned: { ids: [TIP], on: true },
    setArchived: { ids: [TIP], on: true },
    delete: { jobId: 'a', ids: [TIP], unit: 'conversation' },
    undo: { jobId: 'b', token: 'KEPT' },
  },
  trash: {
    restore: { jobId: 'c', id: 'KEPT' },
    deletePermanently: { ids: ['KEPT'] },
    empty: {},
  },
  prune: { run: { jobId: 'd', rule: RULE, before: 4_000_000_000 } },
  maintenance: {
    rebuildIndex: { jobId: 'e' },
    upgrade: { jobId: 'f' },
    repair: { jobId: 'g' },
  },
};
/** Commands of those features that leave the database and what was deleted as they are. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  trash: ['dismissInterruptions'],
  maintenance: ['backUp', 'check'],
};

test('in read-only mode every control that writes is off, every call that writes is refused, and nothing changes', async ({
  launchApp,
}) => {
  test.setTimeout(120_000);
  const path = copyFixture('v23');
  const { app, page, faults, userDataDir, close } = await launchApp({ db: path });
  await showAll(page);
  // Something in the trash, so that its controls are there.
  const victim = String(valueIn(path, "SELECT id FROM sessions WHERE title = 'Trip planning'"));
  await openConversation(page, victim);
  await headActions(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastSaying(page, /^Deleted/)).toBeVisible();
  const kept = (await trashed(page))[0] ?? '';

  await goTo(page, 'Settings');
  await settingsPart(page, 'Safety').getByRole('switch', { name: 'Read-only mode' }).click();
  await expect(settingsPart(page, 'Safety').getByRole('switch')).toBeChecked();
  const before = await stateOf(path, userDataDir);

  await expectSettingsOff(page);
  await expectListOff(page);
  for (const [feature, methods] of Object.entries(WRITES)) {
    for (const [method, input] of Object.entries(methods)) {
      const asked = JSON.parse(JSON.stringify(input).replaceAll('KEPT', kept)) as object;
      expect(await call(page, feature, method, asked), `${feature}.${method}`).toMatchObject({
        ok: false,
        error: { code: 'db-read-only' },
      });
    }
  }
  expect(commandsNotNamed()).toEqual([]);

  // What only reads still works.
  await answerDialogs(app, { paths: [join(temporaryFolder(), 'one.json')] });
  await openConversation(page, TIP);
  await headActions(page).getByRole('button', { name: 'Export', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Choose a file/ })
    .click();
  await expect(toastSaying(page, /^Exported/)).toBeVisible();
  expect(await stateOf(path, userDataDir)).toEqual(before);
  expect(faults).toEqual([]);
  await close();
  expect(hashOf(path)).toBe(before.file);

  // It is remembered, and it can be switched off again.
  const again = await launchApp({ db: path, userDataDir });
  await showAll(again.page);
  await openConversation(again.page, TIP);
  const pin = headActions(again.page).getByRole('button', { name: /^(?:Unpin|Pin)$/ });
  await expect(pin).toBeDisabled();
  await goTo(again.page, 'Settings');
  await settingsPart(again.page, 'Safety').getByRole('switch').click();
  await goTo(again.page, 'Sessions');
  await pin.click();
  await expect(toastSaying(again.page, /^(?:Pinned|Unpinned)/)).toBeVisible();
  expect(again.faults).toEqual([]);
});

async function expectSettingsOff(page: Page): Promise<void> {
  const trash = settingsPart(page, 'Trash');
  for (const name of ['Empty trash', 'Restore', 'Delete permanently']) {
    await expect(trash.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  const maintenance = settingsPart(page, 'Maintenance');
  for (const name of ['Rebuild search index', 'Upgrade database']) {
    await expect(maintenance.getByRole('button', { name })).toBeDisabled();
  }
  await expect(maintenance.getByRole('button', { name: 'Check database' })).toBeEnabled();
  await expect(maintenance.getByRole('button', { name: 'Back up now' })).toBeEnabled();
  const prune = settingsPart(page, 'Prune');
  await prune.getByRole('button', { name: 'Dry run' }).click();
  await expect(prune.getByRole('group', { name: 'Dry run' })).toBeVisible();
  await expect(prune.getByRole('button', { name: 'Prune', exact: true })).toBeDisabled();
}

async function expectListOff(page: Page): Promise<void> {
  await goTo(page, 'Sessions');
  await openConversation(page, TIP);
  for (const name of ['Rename', 'Delete', 'Archive']) {
    await expect(headActions(page).getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await expect(headActions(page).getByRole('button', { name: 'Export' })).toBeEnabled();
  const row = sessionList(page).getByRole('option').first();
  await row.click({ button: 'right' });
  for (const name of [/^Rename/, /^(?:Unp|P)in$/, /^(?:Una|A)rchive$/, /^Delete…$/]) {
    await expect(page.getByRole('menuitem', { name })).toBeDisabled();
  }
  await page.keyboard.press('Escape');
  await row.click({ modifiers: ['ControlOrMeta'] });
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  for (const name of ['Pin', 'Archive', 'Delete']) {
    await expect(bar.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await sessionList(page).focus();
  for (const key of ['F2', 'p', 'e', 'Delete', 'ControlOrMeta+z']) await page.keyboard.press(key);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'New title' })).toHaveCount(0);
}

/** Commands of the contract that are neither refused here nor known to be harmless. */
function commandsNotNamed(): string[] {
  return Object.keys(WRITES).flatMap(feature => {
    const procedures: Readonly<Record<string, { readonly kind: string }>> = contract[feature as keyof typeof contract];
    const known = [...Object.keys(WRITES[feature] ?? {}), ...(HARMLESS[feature] ?? [])];
    return Object.entries(procedures)
      .filter(([method, { kind }]) => kind === 'command' && !known.includes(method))
      .map(([method]) => `${feature}.${method}`);
  });
}

interface Reply {
  readonly ok: boolean;
  readonly value?: unknown;
}

let lastCall = 7_000_000;

function call(page: Page, feature: string, method: string, input: object): Promise<Reply> {
  lastCall += 1;
  return page.evaluate(`window.bridge.call(${JSON.stringify({ callId: lastCall, feature, method, input })})`);
}

/** Ids of what is in the trash. */
async function trashed(page: Page): Promise<string[]> {
  const { value } = await call(page, 'trash', 'list', {});
  return (value as { id: string }[]).map(({ id }) => id);
}

/** The database and everything that was deleted. The app runs in another process, whose locks are not ours to lose. */
async function stateOf(path: string, userDataDir: string) {
  const trash = join(userDataDir, 'trash');
  const names = readdirSync(trash, { recursive: true }).map(String).sort();
  const files = readdirSync(dirname(path)).filter(name => !/-(?:wal|shm)$/.test(name));
  return Promise.resolve({ file: hashOf(path), files: files.sort(), trash: names });
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
