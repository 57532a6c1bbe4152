import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { startForeignWriter, type ForeignWriter } from '../support/foreign-writer.ts';
import { FamilyRows, hangsOn, largeFamily, smallFamily, startOf, used } from '../support/lineage-families.ts';
import { sessionList, settled, showAll } from '../support/shown-window.ts';
import { writeSmallDatabase } from '../support/small-database.ts';

const HOUR = 3600;
const LIMIT_MS = 1000;

function tree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Lineage' });
}

function node(page: Page, id: string): Locator {
  return tree(page).locator(`[role="treeitem"][data-session-id="${id}"]`);
}

/** Names and edges of the rows that are drawn, from top to bottom. */
function drawn(page: Page): Promise<string[]> {
  return tree(page)
    .getByRole('treeitem')
    .evaluateAll(items =>
      items
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map(item => `${item.getAttribute('data-edge') ?? ''} ${item.getAttribute('data-session-id') ?? ''}`),
    );
}

async function openLineage(page: Page, id: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill(id);
  // Not where the badges of the row are.
  await sessionList(page)
    .locator(`[role="option"][data-session-id="${id}"]`)
    .click({ position: { x: 60, y: 30 } });
  await page.getByRole('tab', { name: 'Lineage', exact: true }).click();
  await expect(node(page, id)).toBeVisible();
  await settled(page);
}

/** Moves over the map until the card of a session shows; the pointer stays there. */
async function pointAt(page: Page, id: string): Promise<void> {
  const box = (await page.getByRole('application', { name: 'Lineage map' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const card = page.locator(`[data-map-card="${id}"]`);
  for (let y = box.y + 12; y < box.y + box.height; y += 16) {
    for (let x = box.x + 12; x < box.x + box.width - 120; x += 24) {
      await page.mouse.move(x, y);
      if ((await card.count()) > 0) return;
    }
  }
  throw new Error(`${id} is nowhere on the map`);
}

test('a family of every kind: edges, words, keyboard, map, and no fault that axe finds', async ({ launchApp }) => {
  const rows = new FamilyRows(startOf(20));
  const tip = smallFamily(rows);
  const { page, faults } = await launchApp({ db: writeSmallDatabase(rows.rows()) });
  await showAll(page);
  await openLineage(page, tip);
  expect(await drawn(page)).toEqual([
    'unknown 20261109_081204_c41',
    'root Build the API image for arm64',
    'branch Try distroless',
    'compression Fix Docker build on arm64 #2',
    'delegate Audit image layers for native modules',
    'delegate Bisect base image between 22.4 and 22.6',
    'delegate Compile better-sqlite3 twice',
    'compression Fix Docker build on arm64 #3',
    'delegate Read the buildx release notes',
    'unknown Old helper',
    'reset New chat',
  ]);
  await expect(node(page, '20261109_081204_c41')).toContainText('row is missing');
  await expect(node(page, 'Try distroless')).toContainText('Archived');
  await expect(node(page, 'Read the buildx release notes').locator('[data-cost-state="unknown"]')).toBeVisible();
  await expect(node(page, tip)).toHaveAttribute('aria-current', 'true');
  const tokens = rows.sessions.reduce(
    (sum, row) =>
      sum + ['input_tokens', 'output_tokens', 'cache_read_tokens'].reduce((own, key) => own + Number(row[key]), 0),
    0,
  );
  await expect(page.locator('[data-family-tokens]')).toHaveAttribute('data-family-tokens', String(tokens));
  await expect(page.locator('[data-family-messages]')).toHaveAttribute('data-family-messages', '10');

  await node(page, tip).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(node(page, tip)).toHaveAttribute('aria-expanded', 'false');
  await expect(node(page, 'New chat')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(node(page, 'New chat')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.type('try');
  await expect(node(page, 'Try distroless')).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('[role="tabpanel"]').analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ') ?? ''}`)).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Try distroless' })).toBeVisible();

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(node(page, tip)).toBeVisible();
  await pointAt(page, 'Bisect base image between 22.4 and 22.6');
  await expect(page.locator('[data-map-card]')).toContainText('1 message · 210,000 tokens');
  await expect(page.locator('[data-map-card]')).toContainText('With 1 session that hang');
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Bisect base image between 22.4 and 22.6' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('chains of 180, loops, self-parents and archived roots look as what they are', async ({ launchApp }) => {
  const rows = new FamilyRows(startOf(240));
  const chain = rows.chain('Long talk', 180, used(1000, 0.01));
  rows.add('Helper', { ...hangsOn(chain[90] ?? '', '_delegate_from'), ...used(500, 0.01) });
  const compressed = { end_reason: 'compression' };
  rows.add('Loop one', { ...compressed, parent_session_id: 'Loop two' });
  rows.add('Loop two', { ...compressed, parent_session_id: 'Loop one' });
  rows.add('Own parent', { parent_session_id: 'Own parent' });
  const root = rows.add('Archived root', { ...compressed, archived: 1 });
  const now = Date.now() / 1000;
  rows.add('Live tip', { parent_session_id: root, started_at: now - 60 });
  rows.add('Reset sibling', hangsOn(root, '_reset_from'));
  const { page, faults } = await launchApp({ db: writeSmallDatabase(rows.rows()) });
  await showAll(page);

  await openLineage(page, 'Long talk 180');
  const middle = tree(page).getByText('… 174 segments and 1 session beside them');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(7);
  await middle.click();
  await expect(node(page, 'Long talk 4')).toBeVisible();
  await node(page, 'Long talk 4').focus();
  await page.keyboard.press('End');
  await expect(node(page, 'Long talk 180')).toBeFocused();
  await expect(node(page, 'Long talk 180')).toHaveAttribute('aria-level', '180');
  await page.getByRole('button', { name: 'Fold 180 segments' }).click();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(7);

  await openLineage(page, 'Loop two');
  expect(await drawn(page)).toEqual(['root Loop one', 'compression Loop two']);
  await expect(node(page, 'Loop one').getByText('loop', { exact: true })).toHaveAttribute(
    'title',
    /Loop two.* cut here/,
  );
  await openLineage(page, 'Own parent');
  await expect(node(page, 'Own parent')).toContainText('its own parent');
  await openLineage(page, 'Live tip');
  expect(await drawn(page)).toEqual(['root Archived root', 'reset Reset sibling', 'compression Live tip']);
  await expect(node(page, root)).toContainText('Archived');
  await expect(node(page, 'Live tip')).toContainText('Live');
  await expect(node(page, 'Live tip')).not.toContainText('Archived');
  expect(faults).toEqual([]);
});

test('two thousand sessions: few elements, every row reached, the map drawn and moved', async ({ launchApp }) => {
  const rows = new FamilyRows(startOf(2000));
  const tip = largeFamily(rows);
  const { page, faults } = await launchApp({ db: writeSmallDatabase(rows.rows()) });
  await showAll(page);
  await openLineage(page, tip);
  await page.evaluate(watchTasks);
  await expect(page.getByText(/Family: 2,000 sessions/)).toBeVisible();
  await node(page, tip).focus();
  await page.keyboard.press('Home');
  await expect(node(page, 'Migrate 1')).toBeFocused();
  await tree(page).hover();
  for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 900);
  await expect.poll(() => tree(page).evaluate(rows => rows.parentElement?.scrollTop)).toBe(20 * 900);
  await page.keyboard.press('ArrowDown');
  await expect(tree(page).locator(':focus')).toBeInViewport();
  const map = page.getByRole('application', { name: 'Lineage map' });
  await map.hover();
  await page.getByRole('button', { name: 'Fit' }).click();
  for (const turn of [-300, -300, 300, 300, 300]) await page.mouse.wheel(0, turn);
  await map.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'Started' })).toHaveCount(1);
  for (const name of ['Messages', 'Tree', 'Map', 'Both']) await page.getByRole('radio', { name, exact: true }).click();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
  const slowest = await page.evaluate(longestTask);
  // Ten times the budget: the machine of a test run does other work as well.
  expect(slowest).toBeLessThan(500);
  expect(faults).toEqual([]);
});

test('what another process writes appears in the tree within a second; focus, scroll and folds stay', async ({
  launchApp,
}) => {
  const rows = new FamilyRows(Math.round(Date.now() / 1000) - 24 * HOUR);
  const chain = rows.chain('Work', 4);
  for (let at = 0; at < 60; at += 1) rows.add(`Sub ${String(at)}`, hangsOn(chain[at % 2] ?? '', '_delegate_from'));
  const path = writeSmallDatabase(rows.rows());
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  await openLineage(page, 'Work 4');
  const writer = startForeignWriter(path);
  await node(page, 'Work 3').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('sub 40');
  await expect(node(page, 'Sub 40')).toBeFocused();
  const top = await topOf(node(page, 'Sub 40'));

  const now = Date.now() / 1000;
  const insert =
    'INSERT INTO sessions (id, source, title, started_at, parent_session_id, model_config) VALUES (?, ?, ?, ?, ?, ?)';
  const mark = JSON.stringify({ _delegate_from: 'Work 1' });
  await seenSoon(page, writer, node(page, 'Sub 40').filter({ hasText: 'Renamed by another' }), [
    { sql: 'UPDATE sessions SET title = ? WHERE id = ?', values: ['Renamed by another', 'Sub 40'] },
  ]);
  // It stands above the focused row, which stays where it is.
  await seenSoon(page, writer, page.locator('[aria-setsize="32"]').first(), [
    { sql: insert, values: ['Early sub', 'cli', 'Early sub', now - 24 * HOUR, 'Work 1', mark] },
    { sql: insert, values: ['Late sub', 'cli', 'Late sub', now, 'Work 2', mark.replace('Work 1', 'Work 2')] },
  ]);
  await expect(node(page, 'Sub 40')).toBeFocused();
  expect(Math.abs((await topOf(node(page, 'Sub 40'))) - top)).toBeLessThan(2);

  await page.keyboard.press('End');
  await expect(node(page, 'Work 4')).toBeFocused();
  await seenSoon(page, writer, node(page, 'Work 5').and(page.locator('[data-edge="compression"]')), [
    { sql: "UPDATE sessions SET ended_at = ?, end_reason = 'compression' WHERE id = 'Work 4'", values: [now] },
    { sql: insert, values: ['Work 5', 'cli', 'Work 5', now, 'Work 4', null] },
  ]);
  await expect(node(page, 'Work 4')).toBeFocused();
  await expect(node(page, 'Work 5')).toHaveAttribute('aria-current', 'true');
  await writer.close();
  expect(faults).toEqual([]);
});

function topOf(row: Locator): Promise<number> {
  return row.evaluate(element => element.getBoundingClientRect().top);
}

/** What a transaction brings is there within a second of its commit. */
async function seenSoon(
  page: Page,
  writer: ForeignWriter,
  sign: Locator,
  statements: Parameters<ForeignWriter['transact']>[0],
): Promise<void> {
  const committed = await writer.transact(statements);
  await sign.waitFor({ state: 'attached' });
  expect((await page.evaluate(() => Date.now())) - committed).toBeLessThan(LIMIT_MS);
}

interface WatchedTasks {
  readonly tasks: number[];
}

/** Runs in the page: remembers how long its long tasks took. */
function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver(list => {
    tasks.push(...list.getEntries().map(entry => entry.duration));
  }).observe({ type: 'longtask' });
}

function longestTask(): number {
  return Math.max(0, ...(window as unknown as WatchedTasks).tasks);
}
