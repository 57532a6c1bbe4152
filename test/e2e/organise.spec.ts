import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeDatabase } from '../../bench/database/make-database.ts';
import { takeLock } from '../case-runner/held-lock.ts';
import { expect, test } from '../support/electron-app.ts';
import { columnIn, fileContent, valueIn } from '../support/file-content.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { toastSaying } from '../support/shown-toasts.ts';
import { drawnRows, headActions, rowOf, sessionList, settled, showAll, waitForList } from '../support/shown-window.ts';
import { writeSmallDatabase } from '../support/small-database.ts';

const START = 1_787_000_000;

/** Twelve conversations, the last one newest: a chain with a subagent and a branch, and eleven that are alone. */
function tidyDatabase(): string {
  const alone = Array.from({ length: 11 }, (_, at) => ({
    id: `s${String(at)}`,
    source: 'cli',
    started_at: START + at * 100,
    ended_at: START + at * 100 + 50,
    end_reason: 'cli_close',
    title: ['Fix build', 'Fix build #2', 'Weather'][at] ?? `Talk ${String(at)}`,
  }));
  const family = [
    { id: 'root', source: 'cli', started_at: START + 5000, ended_at: START + 5100, end_reason: 'compression' },
    { id: 'tip', source: 'cli', started_at: START + 5200, parent_session_id: 'root', title: 'Harbour map' },
    { id: 'agent', source: 'cli', started_at: START + 5300, ...childOf('tip', '_delegate_from') },
    { id: 'fork', source: 'cli', started_at: START + 5400, ...childOf('tip', '_branched_from'), title: 'A fork' },
  ];
  const sessions = [...alone, ...family];
  const messages = sessions.flatMap(({ id, started_at: time }) => [
    { session_id: id, role: 'user', content: `words of ${id}`, timestamp: time + 1 },
    { session_id: id, role: 'assistant', content: `answer to ${id}`, timestamp: time + 2 },
  ]);
  const usage = [{ session_id: 'tip', model: 'model-a', task: '', input_tokens: 5, api_call_count: 1 }];
  return writeSmallDatabase({ sessions, messages, usage });
}

function childOf(parent: string, mark: string) {
  return { parent_session_id: parent, model_config: JSON.stringify({ [mark]: parent }) };
}

const titleOf = (path: string, id: string) => valueIn(path, `SELECT title FROM sessions WHERE id = '${id}'`);

test('rename by the keyboard: a conflict names the holder, the next free title is taken, Ctrl+Z takes it back', async ({
  launchApp,
}) => {
  const path = tidyDatabase();
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  await putCursorOn(page, 's2');
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'New title' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Weather');
  await field.fill('  Fix\tbuild ');
  await field.press('Enter');
  const refusal = page.getByRole('alert').filter({ hasText: 'already has this title' });
  await expect(refusal).toContainText('Fix build (s0)');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(titleOf(path, 's2')).toBe('Weather');

  await refusal.getByRole('button', { name: 'Use “Fix build #3”' }).click();
  await expect(rowOf(page, 's2')).toContainText('Fix build #3');
  await expect(field).toHaveCount(0);
  expect(titleOf(path, 's2')).toBe('Fix build #3');
  await expect(sessionList(page)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 's2')).toContainText('Weather');
  expect(titleOf(path, 's2')).toBe('Weather');

  await page.keyboard.press('F2');
  await field.fill('Never');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(sessionList(page)).toBeFocused();
  expect(titleOf(path, 's2')).toBe('Weather');
  expect(faults).toEqual([]);
});

test('a new title in the head of the conversation, while another program writes for three seconds', async ({
  launchApp,
}) => {
  const path = tidyDatabase();
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  await rowOf(page, 's5').click();
  await headActions(page).getByRole('button', { name: 'Rename' }).click();
  const field = page.getByRole('textbox', { name: 'New title' });
  await field.fill('A better title');
  const lock = takeLock(path, [
    "second connection: BEGIN IMMEDIATE; UPDATE sessions SET model='m' WHERE id='s1'; COMMIT after 3 s",
  ]);
  await lock?.taken;
  await field.press('Enter');
  // The window goes on meanwhile.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Details' })).toContainText('s5');
  await expect(toastSaying(page, /^Renamed to “A better title”/)).toBeVisible({ timeout: 20_000 });
  await lock?.released;
  expect(titleOf(path, 's5')).toBe('A better title');
  await expect(page.getByRole('heading', { name: 'A better title' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('pin sorts first, archive leaves the list and says so; both are taken back', async ({ launchApp }) => {
  const path = tidyDatabase();
  const before = fileContent(path);
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  await rowOf(page, 's4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(sessionList(page).locator('[aria-posinset="1"]')).toHaveAttribute('data-session-id', 's4');
  await expect(sessionList(page).getByRole('group', { name: 'Pinned' })).toBeVisible();
  expect(columnIn(path, 'SELECT id FROM sessions WHERE pinned = 1')).toEqual(['s4']);
  await expect(sessionList(page)).toBeFocused();

  await page.keyboard.press('e');
  await expect(rowOf(page, 's4')).toHaveCount(0);
  const foot = page.getByRole('button', { name: '1 archived', exact: true });
  await expect(foot).toBeVisible();
  expect(columnIn(path, 'SELECT id FROM sessions WHERE archived = 1')).toEqual(['s4']);
  await foot.click();
  await expect(rowOf(page, 's4')).toBeVisible();

  await toastSaying(page, /^Archived/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => columnIn(path, 'SELECT id FROM sessions WHERE archived = 1')).toEqual([]);
  await sessionList(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sessionList(page).locator('[aria-posinset="1"]')).not.toHaveAttribute('data-session-id', 's4');
  expect(fileContent(path)).toEqual(before);
  expect(faults).toEqual([]);
});

for (const way of ['toast', 'Ctrl+Z'] as const) {
  test(`delete says what goes, takes exactly that, and ${way} brings it all back`, async ({ launchApp }) => {
    const path = tidyDatabase();
    const before = fileContent(path);
    const { page, faults } = await launchApp({ db: path });
    await waitForList(page);
    await putCursorOn(page, 'tip');
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete this conversation?' });
    await expect(dialog).toContainText('1 conversation in 2 segments');
    await expect(dialog).toContainText('1 subagent session');
    await expect(dialog).toContainText('6 messages');
    await expect(dialog).toContainText('1 branch stays and becomes a conversation of its own');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(sessionList(page)).toBeFocused();
    expect(fileContent(path)).toEqual(before);

    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const done = toastSaying(page, /^Deleted 1 conversation, 3 sessions, and 6 messages/);
    await expect(done).toBeVisible();
    await expect(rowOf(page, 'tip')).toHaveCount(0);
    expect(columnIn(path, "SELECT id FROM sessions WHERE id IN ('root', 'tip', 'agent')")).toEqual([]);
    expect(valueIn(path, "SELECT parent_session_id FROM sessions WHERE id = 'fork'")).toBeNull();
    expect(valueIn(path, 'SELECT COUNT(*) FROM session_model_usage')).toBe(0);
    await expect(sessionList(page)).toBeFocused();

    if (way === 'toast') await done.getByRole('button', { name: 'Undo' }).click();
    else await page.keyboard.press('ControlOrMeta+z');
    await expect(rowOf(page, 'tip')).toBeVisible();
    await expect(toastSaying(page, /^Undone/)).toBeVisible();
    expect(fileContent(path)).toEqual(before);
    expect(faults).toEqual([]);
  });
}

test('500 conversations at once, and all of them back', async ({ launchApp }) => {
  test.setTimeout(180_000);
  const path = join(temporaryFolder(), 'state.db');
  makeDatabase(path, { sessions: 1400, messages: 4000, seed: 7, end: START });
  const before = fileContent(path);
  const sessions = Number(valueIn(path, 'SELECT COUNT(*) FROM sessions'));
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  const list = sessionList(page);
  await list.locator('[aria-posinset="1"]').click({ modifiers: ['ControlOrMeta'] });
  await scrollToPlace(page, 500);
  await list.locator('[aria-posinset="500"]').click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  await expect(bar).toContainText('500 selected');
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 500 conversations?' });
  await expect(dialog).toContainText('500 conversations');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  const done = toastSaying(page, /^Deleted 500 conversations/);
  await expect(done).toBeVisible({ timeout: 60_000 });
  const left = Number(valueIn(path, 'SELECT COUNT(*) FROM sessions'));
  expect(left).toBeLessThanOrEqual(sessions - 500);
  await expect(done).toContainText(`${String(sessions - left)} sessions`);
  await expect(bar).toHaveCount(0);

  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(toastSaying(page, /^Undone/)).toBeVisible({ timeout: 60_000 });
  expect(fileContent(path)).toEqual(before);
  expect(faults).toEqual([]);
});

test('rows stay where they are when one among them goes', async ({ launchApp }) => {
  const path = join(temporaryFolder(), 'state.db');
  makeDatabase(path, { sessions: 300, messages: 900, seed: 3, end: START });
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  await scrollToPlace(page, 80);
  const rows = await drawnRows(page);
  const [above, target, below] = [82, 83, 84].map(place => rows.find(row => row.place === place)?.id ?? '');
  await putCursorOn(page, target ?? '');
  const places = async () => [await topOf(page, above ?? ''), await topOf(page, target ?? '')];
  const [topAbove, topTarget] = await places();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastSaying(page, /^Deleted/)).toBeVisible();
  await expect(rowOf(page, target ?? '')).toHaveCount(0);
  await settled(page);
  expect(await topOf(page, above ?? '')).toBeCloseTo(topAbove ?? 0, 0);
  expect(await topOf(page, below ?? '')).toBeCloseTo(topTarget ?? 0, 0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, target ?? '')).toBeVisible();
  await settled(page);
  expect(await places()).toEqual([topAbove, topTarget]);
  expect(faults).toEqual([]);
});

/** Has the keys act on a row, without anything happening to it. */
async function putCursorOn(page: Page, id: string): Promise<void> {
  await rowOf(page, id).click();
  await settled(page);
  await sessionList(page).focus();
}

async function scrollToPlace(page: Page, place: number): Promise<void> {
  const list = sessionList(page);
  const row = list.locator(`[aria-posinset="${String(place)}"][data-session-id]`);
  await list.evaluate(
    (element, share) => element.scrollTo({ top: element.scrollHeight * share - element.clientHeight / 2 }),
    place / Number(await list.getByRole('option').first().getAttribute('aria-setsize')),
  );
  await expect(row).toBeInViewport();
  await settled(page);
}

async function topOf(page: Page, id: string): Promise<number> {
  return (await rowOf(page, id).boundingBox())?.y ?? Number.NaN;
}
