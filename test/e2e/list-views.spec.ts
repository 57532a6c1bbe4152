import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { sessionsPage, sessionsView } from '../../src/main/read-models/session-view.ts';
import type { SessionView } from '../../src/shared/contract/sessions.ts';
import { expect, test } from '../support/electron-app.ts';
import { fixtureGolden, temporaryFolder } from '../support/fixtures.ts';
import { startForeignWriter } from '../support/foreign-writer.ts';
import { openLaneContext } from '../support/lane-context.ts';
import { familyAt, listDatabase, listSessionId } from '../support/list-database.ts';
import { copyFixtureOfToday } from '../support/present-fixture.ts';
import {
  drawnRows,
  goTo,
  openConversation,
  rowOf,
  sessionList,
  settled,
  showAll,
  waitForList,
} from '../support/shown-window.ts';

const SESSIONS = 22_000;
const MOST_ELEMENTS = 1500;
const PAGE = 200;
const POSITIONS = 60;

const EVERYONE: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: false,
  showChildren: false,
};

test(`every order and grouping of ${SESSIONS.toLocaleString('en')} sessions, its first rows in their places`, async ({
  launchApp,
}) => {
  test.setTimeout(120_000);
  const path = listDatabase(SESSIONS);
  const context = openLaneContext(path);
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  for (const group of ['source', 'model', 'project', 'job', 'none', 'day'] as const) {
    await choose(page, /^Group: /, group);
    for (const sort of ['started', 'messages', 'tokens', 'cost', 'title', 'activity'] as const) {
      await choose(page, /^Sort: /, SORT_NAMES[sort]);
      const { rows, total } = sessionsView(context, { view: { ...EVERYONE, sort, group }, anchorIds: [], first: 8 });
      const wanted = rows.map(({ id }, at) => ({ place: at + 1, of: total, id }));
      await expect
        .poll(async () => (await drawnRows(page)).filter(({ place }) => place <= wanted.length), {
          message: `${sort} by ${group}`,
        })
        .toEqual(wanted);
    }
  }
  context.store.db.close();
  expect(faults).toEqual([]);
});

test('rows that unfold, other groups and arrivals leave the row that is looked at where it is', async ({
  launchApp,
}) => {
  test.setTimeout(120_000);
  const path = listDatabase(SESSIONS);
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  const family = listSessionId(familyAt(40));
  const sign = rowOf(page, family).locator('[data-unfold]');
  const inside = sessionList(page).locator('[data-depth="1"]');
  await scrollTo(page, family);

  await test.step('unfolding and folding by the sign', async () => {
    const above = String((await drawnRows(page)).find(({ id }) => id === family)?.place ?? 0);
    await expectStill(page, family, () => sign.click());
    await expect(inside).toHaveCount(3);
    await expect(rowOf(page, family)).toHaveAttribute('aria-posinset', above);
    await expectStill(page, family, () => sign.click());
    await expect(inside).toHaveCount(0);
  });

  await test.step('by the keyboard and the button', async () => {
    await rowOf(page, family).click();
    await expectStill(page, family, () => page.keyboard.press('ArrowRight'));
    await expect(inside).toHaveCount(3);
    await page.keyboard.press('ArrowRight');
    await expect(inside.first()).toHaveClass(/active/);
    await page.keyboard.press('ArrowLeft');
    await expect(rowOf(page, family)).toHaveClass(/active/);
    await expectStill(page, family, () => page.getByRole('button', { name: 'Fold 3 subagents' }).click());
    await expect(inside).toHaveCount(0);
    await expectStill(page, family, () => page.getByRole('button', { name: 'Show 3 subagents' }).click());
    await expect(inside).toHaveCount(3);
  });

  await test.step('other groups', async () => {
    for (const group of ['project', 'source', 'none', 'model', 'day'])
      await expectStill(page, family, () => choose(page, /^Group: /, group));
  });

  await test.step('an arrival, a new name and an ending by another process, under an open menu', async () => {
    const writer = startForeignWriter(path);
    await rowOf(page, family).click({ button: 'right' });
    const entry = page.getByRole('menu').getByRole('menuitem', { name: 'Copy id' });
    await entry.hover();
    const place = Number(await rowOf(page, family).getAttribute('aria-posinset'));
    await expectStill(page, family, async () => {
      await writer.transact([
        {
          sql: "INSERT INTO sessions (id, source, started_at, title) VALUES ('arrival', 'cli', ?, 'Arrived')",
          values: [Date.now() / 1000],
        },
      ]);
      await expect(rowOf(page, family)).toHaveAttribute('aria-posinset', String(place + 1));
    });
    await expectStill(page, family, async () => {
      await writer.transact([
        { sql: "UPDATE sessions SET title = 'Renamed elsewhere' WHERE id = ?", values: [family] },
      ]);
      await expect(rowOf(page, family)).toContainText('Renamed elsewhere');
    });
    await expectStill(page, family, async () => {
      await writer.transact([
        {
          sql: "UPDATE sessions SET ended_at = 1, end_reason = 'cli_close', pinned = 0 WHERE id = ?",
          values: [family],
        },
      ]);
      await writer.transact([{ sql: 'UPDATE sessions SET archived = 1 WHERE id = ?', values: [listSessionId(5)] }]);
      await expect(rowOf(page, family)).toHaveAttribute('aria-posinset', String(place));
    });
    await expect(entry).toBeFocused();
    await expect(rowOf(page, family)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await writer.close();
  });
  expect(faults).toEqual([]);
});

test(`${String(POSITIONS)} places of a list in groups with rows unfolded hold the right row`, async ({ launchApp }) => {
  test.setTimeout(120_000);
  const path = listDatabase(SESSIONS);
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  await choose(page, /^Group: /, 'project');
  const view: SessionView = { ...EVERYONE, group: 'project' };
  const unfolded = familiesOf(path, view).slice(0, 5);
  for (const id of unfolded) {
    await scrollTo(page, id);
    await rowOf(page, id).locator('[data-unfold]').click();
    await expect(rowOf(page, id).locator('[data-unfold]')).toHaveAttribute('aria-label', /shown below$/);
  }
  const order = orderOf(path, { ...view, expanded: unfolded });
  const heights = await sessionList(page).evaluate(list => list.scrollHeight - list.clientHeight);
  for (let at = 0; at < POSITIONS; at += 1) {
    await sessionList(page).evaluate(
      (list, top) => list.scrollTo({ top }),
      (heights * ((at * 7919) % POSITIONS)) / (POSITIONS - 1),
    );
    await expect.poll(async () => wrongRows(await drawnRows(page), order), { intervals: [10, 20, 50] }).toEqual([]);
  }
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS);
  expect(faults).toEqual([]);
});

test('the list stands where it was left, and a row that the keys are on comes into view to be renamed', async ({
  launchApp,
}) => {
  const { page, faults } = await launchApp({ db: listDatabase(2000) });
  await showAll(page);
  const list = sessionList(page);
  const top = (): Promise<number> => list.evaluate(element => element.scrollTop);
  await list.evaluate(element => element.scrollTo({ top: 20_000 }));
  const row = list.locator('[role="option"][data-session-id]').nth(8);
  const id = (await row.getAttribute('data-session-id')) ?? '';
  await rowOf(page, id).click();
  expect(await top()).toBe(20_000);
  await goTo(page, 'Settings');
  await page.keyboard.press('Alt+ArrowLeft');
  // It was looked for and found.
  await expect(list).toHaveAttribute('aria-activedescendant', /./);
  await expect(rowOf(page, id)).toHaveAttribute('aria-selected', 'true');
  expect(await top()).toBe(20_000);

  await list.focus();
  await list.evaluate(element => element.scrollTo({ top: 0 }));
  await expect(list.locator('[aria-posinset="1"]')).toBeInViewport();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'New title' });
  await expect(rowOf(page, id)).toBeInViewport();
  await expect(field).toBeInViewport();
  await expect(field).toBeFocused();
  expect(faults).toEqual([]);
});

test('heads of columns stand over their columns, with a scrollbar and without', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: listDatabase(2000) });
  await showAll(page);
  const head = page.getByRole('region', { name: 'Sessions' }).getByText('Msgs', { exact: true });
  const cell = sessionList(page)
    .getByRole('img', { name: / messages?$/ })
    .first();
  const aside = async (): Promise<number> => {
    const [above, below] = [await head.boundingBox(), await cell.boundingBox()];
    if (above === null || below === null) return Number.NaN;
    return Math.abs(above.x + above.width - below.x - below.width);
  };
  await expect.poll(aside).toBeLessThan(1);
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill(listSessionId(1234));
  await expect.poll(() => sessionList(page).evaluate(list => list.scrollHeight <= list.clientHeight)).toBe(true);
  await expect.poll(aside).toBeLessThan(1);
  expect(faults).toEqual([]);
});

test('the view is remembered, the filters are not', async ({ launchApp }) => {
  const userDataDir = temporaryFolder();
  const path = listDatabase(400);
  const before = await launchApp({ db: path, userDataDir });
  await showAll(before.page);
  await choose(before.page, /^Sort: /, 'Tokens');
  await choose(before.page, /^Group: /, 'source');
  await before.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^cli/ }).click();
  await before.page.getByRole('searchbox', { name: 'Filter sessions' }).fill('fix');
  await settled(before.page);
  expect(await before.close()).toEqual([]);

  const { page, faults } = await launchApp({ db: path, userDataDir });
  await waitForList(page);
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Sort: Tokens' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Group: Source' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toHaveValue('');
  await expect(page.getByRole('group', { name: 'Active filters' })).toHaveCount(0);
  await page.getByRole('radio', { name: /^Automation/ }).click();
  await expect(page.getByRole('button', { name: 'Group: Job' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Job backup' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('what is hidden is named, and each reason is a click away from being taken back', async ({ launchApp }) => {
  test.setTimeout(90_000);
  const { page, faults } = await launchApp({ db: listDatabase(1000) });
  await waitForList(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const facet = (title: string) => navigation.getByRole('region', { name: title });
  const unfold = (title: string) => facet(title).getByRole('button', { name: title, exact: true }).click();
  await unfold('Provider');
  await unfold('End reason');

  const start = await listTotal(page);
  const steps: readonly { words: RegExp; narrow: () => Promise<void> }[] = [
    {
      words: /by source$/,
      narrow: () =>
        facet('Source')
          .getByRole('button', { name: /^telegram/ })
          .click(),
    },
    {
      words: /by model$/,
      narrow: () =>
        facet('Model')
          .getByRole('button', { name: /^no model/ })
          .click(),
    },
    { words: /by provider$/, narrow: () => facet('Provider').getByRole('button', { name: /^nous/ }).click() },
    {
      words: /by project$/,
      narrow: () =>
        facet('Project')
          .getByRole('button', { name: /^project-/ })
          .first()
          .click(),
    },
    {
      words: /by end reason$/,
      narrow: () =>
        facet('End reason')
          .getByRole('button', { name: /^tui_close/ })
          .click(),
    },
    {
      words: /by state$/,
      narrow: () =>
        facet('State')
          .getByRole('button', { name: /^Has subagents/ })
          .click(),
    },
    { words: /by date$/, narrow: () => facet('Date').getByLabel('From').fill('2026-08-15') },
    { words: /by the text$/, narrow: () => page.getByRole('searchbox', { name: 'Filter sessions' }).fill('погода') },
  ];
  for (const { words, narrow } of steps) {
    await narrow();
    await expect.poll(() => listTotal(page)).toBeLessThan(start);
    await page.getByRole('button', { name: words }).click();
    await expect.poll(() => listTotal(page)).toBe(start);
    await expect(page.getByRole('group', { name: 'Active filters' })).toHaveCount(0);
  }
  for (const words of [/ archived$/, / by automation$/, / subagents$/]) {
    const before = await listTotal(page);
    const link = page.getByRole('button', { name: words });
    await link.click();
    await expect.poll(() => listTotal(page)).toBeGreaterThan(before);
    await expect(link).toHaveCount(0);
  }
  await expect(page.getByText('Nothing hidden')).toBeVisible();
  expect(await listTotal(page)).toBe(1000);
  expect(faults).toEqual([]);
});

test('where is my session: by id and by title, why it is not there, and a button that shows it', async ({
  launchApp,
}) => {
  const { page, faults } = await launchApp({ db: listDatabase(1000) });
  await waitForList(page);
  const filter = page.getByRole('searchbox', { name: 'Filter sessions' });
  const elsewhere = page.getByRole('region', { name: 'Matches that are not in the list' });
  const [subagent, archived] = [listSessionId(familyAt(3) + 1), listSessionId(29)];

  await filter.fill(subagent);
  await expect(elsewhere).toContainText('is a subagent');
  await elsewhere.getByRole('button', { name: /^Open “/ }).click();
  await expect(page.getByRole('heading', { name: /151$/ })).toBeVisible();
  await elsewhere.getByRole('button', { name: /^Show in list/ }).click();
  await expect(rowOf(page, subagent)).toHaveAttribute('aria-selected', 'true');
  await expect(elsewhere).toHaveCount(0);

  await filter.fill('погода на завтра 29');
  await expect(elsewhere).toContainText('is archived');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Pinned/ })
    .click();
  await expect(sessionList(page).getByRole('option')).toHaveCount(0);
  await elsewhere.getByRole('button', { name: 'Show in list: “Погода на завтра 29”' }).click();
  await expect(rowOf(page, archived)).toHaveAttribute('aria-selected', 'true');
  await expect(rowOf(page, archived)).toBeInViewport();
  expect(faults).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a list with everything in it has no fault that axe finds (${colorScheme})`, async ({ launchApp }) => {
    const { page } = await launchApp({ db: listDatabase(300, Date.now() / 1000) });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await showAll(page);
    await rowOf(page, listSessionId(0)).locator('[data-unfold]').click();
    await rowOf(page, listSessionId(0)).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /more$/ }).click();
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('погода на завтра 2');
    await expect(page.getByRole('region', { name: 'Matches that are not in the list' })).toBeVisible();
    await settled(page);
    expect(await faultsOf(page, 'nav', 'main')).toEqual([]);
    await page.getByRole('button', { name: /^Group: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await faultsOf(page, '[role="menu"]')).toEqual([]);
  });
}

const SORT_NAMES = {
  activity: 'Last activity',
  started: 'Started',
  messages: 'Messages',
  tokens: 'Tokens',
  cost: 'Cost',
  title: 'Title',
} as const;

/** Chooses an entry of one of the two menus over the list. */
async function choose(page: Page, menu: RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${entry}`, 'i') }).click();
  await settled(page);
}

/** Ids of a whole view in its order, read page by page on a connection of its own. */
function orderOf(path: string, view: SessionView): string[] {
  const context = openLaneContext(path);
  const ids: string[] = [];
  for (let total = 1; ids.length < total;) {
    const answer = sessionsPage(context, { view, offset: ids.length, limit: PAGE });
    total = answer.total;
    ids.push(...answer.rows.map(row => row.id));
  }
  context.store.db.close();
  return ids;
}

/** Ids of the first conversations of a view that have others inside. */
function familiesOf(path: string, view: SessionView): string[] {
  const context = openLaneContext(path);
  const { rows } = sessionsPage(context, { view, offset: 0, limit: PAGE });
  context.store.db.close();
  return rows.filter(row => row.nested > 0).map(row => row.id);
}

function wrongRows(rows: Awaited<ReturnType<typeof drawnRows>>, order: readonly string[]) {
  return rows.filter(({ place, of, id }) => of !== order.length || id !== order[place - 1]);
}

/** Brings a row that is further down in the list to the middle of it. */
async function scrollTo(page: Page, id: string): Promise<void> {
  for (;;) {
    if ((await rowOf(page, id).count()) > 0) break;
    await sessionList(page).evaluate(list => list.scrollBy({ top: list.clientHeight - 100 }));
    await settled(page);
  }
  await rowOf(page, id).evaluate(row => row.scrollIntoView({ block: 'center' }));
  await settled(page);
}

/** Top of a row on the screen, in pixels. */
function topOf(page: Page, id: string): Promise<number> {
  return rowOf(page, id).evaluate(row => row.getBoundingClientRect().top);
}

/** Something is done to the list, after which a row stands where it stood. */
async function expectStill(page: Page, id: string, act: () => Promise<void>): Promise<void> {
  const before = await topOf(page, id);
  await act();
  await settled(page);
  await expect(rowOf(page, id)).toBeInViewport();
  expect(Math.abs((await topOf(page, id)) - before)).toBeLessThanOrEqual(1);
}

/** Rows of the present view. */
async function listTotal(page: Page): Promise<number> {
  await settled(page);
  const row = sessionList(page).getByRole('option').first();
  return (await row.count()) === 0 ? 0 : Number(await row.getAttribute('aria-setsize'));
}

/** What axe finds in parts of the window. In its ordinary mode it opens a tab, which Electron cannot. */
async function faultsOf(page: Page, ...parts: string[]): Promise<string[]> {
  const { violations, passes } = await parts
    .reduce((axe, part) => axe.include(part), new AxeBuilder({ page }))
    .setLegacyMode(true)
    .analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 200)).join(' | ')}`);
}

test('in a narrow window with large text every row has its name, and nothing of a conversation is out of reach', async ({
  launchApp,
}) => {
  const db = copyFixtureOfToday('v23');
  addFamily(db);
  const { app, page } = await launchApp({ db });
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 700);
  });
  await goTo(page, 'Settings');
  const larger = page.getByRole('button', { name: 'Larger text' });
  while (await larger.isEnabled()) await larger.click();
  await goTo(page, 'Sessions');
  await showAll(page);
  const chain = (fixtureGolden('v23').notes['chain'] as string[]).at(-1) ?? '';
  await openConversation(page, chain);
  const widths = await sessionList(page)
    .locator('[role="option"] > div:first-of-type > [dir="auto"]')
    .evaluateAll(names => names.map(name => name.getBoundingClientRect().width));
  expect(widths.length).toBeGreaterThan(5);
  expect(Math.min(...widths)).toBeGreaterThan(30);
  await expect(page.getByRole('button', { name: 'Show', exact: true }).last()).toBeInViewport({ ratio: 1 });
  const figures = page.locator('header div').filter({ hasText: 'tool call' }).last();
  const hangsOver = await figures.evaluate(line =>
    [...line.children].filter(each => each.getBoundingClientRect().right > line.getBoundingClientRect().right),
  );
  expect(hangsOver).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

/** The latest conversation of a file: compressed, its beginning archived, with forty subagents. */
function addFamily(path: string): void {
  const db = new BetterSqlite3(path);
  const add = db.prepare(
    `INSERT INTO sessions (id, source, title, started_at, ended_at, end_reason, archived, parent_session_id, model_config)
     VALUES (?, 'cli', ?, ?, ?, ?, ?, ?, ?)`,
  );
  const now = Date.now() / 1000;
  add.run('family', 'Family of many', now - 9, now - 8, 'compression', 1, null, null);
  add.run('family-2', 'Family of many #2', now - 7, now, 'cli_close', 0, 'family', null);
  for (let at = 0; at < 40; at += 1) {
    add.run(`aid-${String(at)}`, null, now - 5, now, 'done', 0, 'family-2', '{"_delegate_from":"family-2"}');
  }
  db.close();
}
