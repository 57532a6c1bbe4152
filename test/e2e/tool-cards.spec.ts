import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { conversation, openConversation, settled, waitForList } from '../support/shown-window.ts';
import { TOOL_SESSION, toolCallsDatabase } from '../support/tool-calls-database.ts';

/** Five times the longest task that the window allows itself. */
const LONGEST_TASK_MS = 250;
/** Elements that a card may hold. */
const CARD_ELEMENTS = 400;

/** Card of a call, brought into sight. */
async function cardOf(page: Page, callId: string): Promise<Locator> {
  const card = conversation(page).locator(`[data-tool-call-id="${callId}"]`);
  await expect
    .poll(async () => {
      if ((await card.count()) > 0) return true;
      await conversation(page).evaluate(scroll => {
        scroll.scrollBy({ top: -scroll.clientHeight / 2 });
      });
      return false;
    })
    .toBe(true);
  await card.scrollIntoViewIfNeeded();
  return card;
}

async function openCard(page: Page, callId: string): Promise<Locator> {
  const card = await cardOf(page, callId);
  await card.getByRole('button', { expanded: false }).first().click();
  await settled(page);
  return card;
}

/** Reports tasks from now on; the answer takes the longest so far, in milliseconds. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { __tasks: tasks });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { __tasks: number[] }).__tasks));
}

test('every kind of call is shown as what it is', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: toolCallsDatabase() });
  await waitForList(page);
  await openConversation(page, TOOL_SESSION);

  const parallel = await cardOf(page, 'third');
  await expect(conversation(page).getByText('3 calls at once')).toBeVisible();
  await expect(conversation(page).getByText('1 failed', { exact: true })).toBeVisible();
  await expect(parallel).toContainText('exit 0');
  await expect(await cardOf(page, 'second')).toContainText('failed');

  const delegate = await openCard(page, 'delegate');
  const subagents = delegate.getByRole('region', { name: /^Subagent/ });
  await expect(subagents).toHaveCount(1);
  await expect(subagents).toHaveAttribute('data-session-id', 'sub-right');
  await subagents.getByRole('button', { name: 'Open subagent inline' }).click();
  await expect(subagents.getByText('Done: Audit the time zones of the importer')).toBeVisible();
  await subagents.getByRole('button', { name: 'Close subagent' }).click();

  const search = await openCard(page, 'search');
  await expect(search.getByRole('listitem')).toHaveCount(2);
  await expect(search.getByText('https://example.org/days')).toBeVisible();
  await expect(search.locator('a')).toHaveCount(0);

  const json = await openCard(page, 'json');
  await expect(json.getByRole('group', { name: 'Output' })).toContainText('A-1');

  const written = await openCard(page, 'write');
  await expect(written.getByRole('group', { name: 'Changes of src/days.ts' })).toContainText('return day;');

  const edit = await openCard(page, 'edit');
  const changes = edit.getByRole('group', { name: 'Changes of src/report.ts' });
  await expect(changes.locator('[data-kind="added"] code')).toContainText('localDay(row.timestamp, zone)');
  await expect(changes.locator('[data-kind="removed"] code')).toContainText('row.amount');

  const terminal = await openCard(page, 'terminal');
  await expect(terminal).toContainText('exit 1');
  await expect(terminal).toContainText('$ npx vitest run report');
  await expect(terminal).toContainText('collecting done');
  await expect(terminal).not.toContainText('collecting 10%');
  await expect(terminal.locator('[class*="fg-red"]').first()).toHaveText('✗');
  expect(await terminal.locator('[style*="color"]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a line of five megabytes neither freezes nor widens the page', async ({ launchApp }) => {
  const { page } = await launchApp({ db: toolCallsDatabase() });
  await waitForList(page);
  await openConversation(page, TOOL_SESSION);
  const card = await cardOf(page, 'long');
  const longestTask = await watchTasks(page);
  const width = () =>
    page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector('[aria-label="Conversation"]')?.scrollWidth,
    ]);
  const before = await width();

  await card.getByRole('button', { expanded: false }).first().click();
  await card.getByRole('button', { name: 'Show all 5 MB' }).click();
  const whole = card.getByLabel('Whole text');
  await expect.poll(() => whole.evaluate(box => box.textContent.length)).toBe(5_000_000 + '\nexit_code: 0'.length);
  await whole.evaluate(box => box.scrollTo({ top: box.scrollHeight }));
  await settled(page);

  expect(await longestTask()).toBeLessThan(LONGEST_TASK_MS);
  expect(await width()).toEqual(before);
  expect(await card.locator('*').count()).toBeLessThan(CARD_ELEMENTS);
});

test('what was sent, data of events and the parts of the details can be read', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: toolCallsDatabase() });
  await waitForList(page);
  await openConversation(page, TOOL_SESSION);
  await expect(conversation(page).getByText('nous', { exact: true })).toBeVisible();

  await conversation(page).focus();
  await page.keyboard.press('Home');
  const prompt = conversation(page).locator('article[data-role="user"]').first();
  await prompt.hover();
  await prompt.getByRole('button', { name: 'More', exact: false }).click();
  await page.getByRole('menuitem', { name: 'What was sent' }).click();
  const sent = prompt.getByRole('region', { name: 'What was sent to the model' });
  await expect(sent.locator('[data-kind="added"] code')).toContainText('the user is in Berlin');

  await page.getByRole('tab', { name: 'Details' }).click();
  const config = page.getByRole('group', { name: 'Model configuration' });
  await expect(config).toContainText('12345678901234567890');
  await expect(page.getByRole('region', { name: 'Compression lock' })).toContainText('stale');
  await expect(page.getByRole('region', { name: 'Hand-off' })).toContainText('telegram');
  await page.getByRole('button', { name: 'System prompt', exact: true }).click();
  await expect(page.getByLabel('System prompt', { exact: true })).toContainText('You are Hermes');
  expect(faults).toEqual([]);
});
