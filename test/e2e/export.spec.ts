import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { answerDialogs, questionsAsked } from '../support/answered-dialogs.ts';
import { expect, test } from '../support/electron-app.ts';
import { fileContent } from '../support/file-content.ts';
import { copyFixture, fixtureGolden, fixturePath, temporaryFolder } from '../support/fixtures.ts';
import { toasts, toastSaying } from '../support/shown-toasts.ts';
import {
  goTo,
  headActions,
  openConversation,
  rowOf,
  sessionList,
  settingsPart,
  settled,
  showAll,
} from '../support/shown-window.ts';

/** Segments of one conversation, oldest first. */
const CHAIN = fixtureGolden('v23').notes['chain'] as string[];
const TIP = CHAIN.at(-1) ?? '';

test('one conversation goes into the chosen folder as the class exports each of its segments', async ({
  launchApp,
}) => {
  const path = copyFixture('v23');
  const before = fileContent(path);
  const { app, page, faults } = await launchApp({ db: path });
  await showAll(page);
  await openConversation(page, TIP);
  const target = join(temporaryFolder(), 'harbour');
  await answerDialogs(app, { paths: [target] });
  await headActions(page).getByRole('button', { name: 'Export', exact: true }).click();
  await chooseFormat(page, 'json');
  await expect(toastSaying(page, /^Exported/)).toContainText(`${String(CHAIN.length)} sessions`);
  expect(readdirSync(dirname(target))).toEqual(['harbour.json']);
  expect(JSON.parse(readFileSync(`${target}.json`, 'utf8'))).toEqual(
    exported(db => CHAIN.map(id => db.exportSession(id))),
  );
  expect(fileContent(path)).toEqual(before);

  await answerDialogs(app, { paths: [null] });
  await headActions(page).getByRole('button', { name: 'Export', exact: true }).click();
  await chooseFormat(page, 'markdown');
  await settled(page);
  await expect(toasts(page)).toHaveCount(1);
  expect(readdirSync(dirname(target))).toEqual(['harbour.json']);
  expect(faults).toEqual([]);
});

test('everything, as one list and line by line; a file that is there goes only after a question', async ({
  launchApp,
}) => {
  const { app, page, faults } = await launchApp({ db: copyFixture('v23') });
  await showAll(page);
  await goTo(page, 'Settings');
  const panel = settingsPart(page, 'Export');
  const all = exported(db => db.exportAll({})) as unknown[];
  const target = join(temporaryFolder(), 'all.jsonl');
  writeFileSync(target, 'mine');

  await answerDialogs(app, { paths: [target, null], replaces: false });
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await chooseFormat(page, 'jsonl');
  await expect.poll(() => questionsAsked(app)).toEqual(['Replace “all.jsonl”?']);
  await settled(page);
  expect(readFileSync(target, 'utf8')).toBe('mine');

  await answerDialogs(app, { paths: [target], replaces: true });
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await chooseFormat(page, 'jsonl');
  await expect(toastSaying(page, /^Exported/)).toContainText(`${String(all.length)} sessions`);
  expect(await questionsAsked(app)).toEqual(['Replace “all.jsonl”?']);
  const lines = readFileSync(target, 'utf8').trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(all);

  const list = join(temporaryFolder(), 'all.json');
  await answerDialogs(app, { paths: [list] });
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await chooseFormat(page, 'json');
  await expect.poll(() => existsSync(list)).toBe(true);
  expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual(all);
  expect(faults).toEqual([]);
});

test('the picked conversations, and those that the list shows', async ({ launchApp }) => {
  const { app, page, faults } = await launchApp({ db: copyFixture('v23') });
  await showAll(page);
  const ids = await sessionList(page)
    .locator('[role="option"][data-session-id]')
    .evaluateAll(rows => rows.slice(0, 3).map(row => row.getAttribute('data-session-id') ?? ''));
  for (const id of ids) await rowOf(page, id).click({ modifiers: ['ControlOrMeta'] });
  const picked = join(temporaryFolder(), 'picked.jsonl');
  await answerDialogs(app, { paths: [picked] });
  await page.getByRole('toolbar', { name: 'Selected conversations' }).getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('3 conversations');
  await chooseFormat(page, 'jsonl');
  await expect.poll(() => existsSync(picked)).toBe(true);
  const found = sessionsIn(picked);
  for (const id of ids) expect(found).toContain(id);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill(TIP);
  await expect(sessionList(page).getByRole('option')).toHaveCount(1);
  await goTo(page, 'Settings');
  const listed = join(temporaryFolder(), 'listed.jsonl');
  await answerDialogs(app, { paths: [listed] });
  await settingsPart(page, 'Export')
    .getByRole('button', { name: /^Listed conversations/ })
    .click();
  await expect(page.getByRole('alertdialog')).toContainText('The conversation in the list');
  await chooseFormat(page, 'jsonl');
  await expect.poll(() => existsSync(listed)).toBe(true);
  expect(sessionsIn(listed)).toEqual(CHAIN);
  expect(faults).toEqual([]);
});

/** Answers the app's own dialog. */
async function chooseFormat(page: Page, format: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Export' });
  await dialog.locator(`input[value="${format}"]`).check();
  await dialog.getByRole('button', { name: /^Choose a file/ }).click();
}

/** What the class gives for the fixture, as JSON holds it. */
function exported(read: (db: SessionDB) => unknown): unknown {
  const db = new SessionDB(fixturePath('v23'), { readOnly: true });
  try {
    return JSON.parse(JSON.stringify(read(db)));
  } finally {
    db.close();
  }
}

function sessionsIn(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map(line => (JSON.parse(line) as { id: unknown }).id);
}
