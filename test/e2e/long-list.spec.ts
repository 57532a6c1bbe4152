import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeDatabase } from '../../bench/database/make-database.ts';
import { sessionsPage, sessionsView } from '../../src/main/read-models/session-view.ts';
import type { SessionView } from '../../src/shared/contract/sessions.ts';
import { expect, test } from '../support/electron-app.ts';
import { temporaryFolder } from '../support/fixtures.ts';
import { openLaneContext } from '../support/lane-context.ts';
import { sessionList, showAll } from '../support/shown-window.ts';

const SESSIONS = 22_000;
const POSITIONS = 200;
const MOST_ELEMENTS = 1500;
/** Pixels of a turn of the wheel: the list has more than a million. */
const TURN = 7000;
const PAGE = 200;

const SHOWN: SessionView = {
  scope: 'all',
  filter: '',
  sort: 'activity',
  sources: [],
  models: [],
  states: [],
  showArchived: true,
  showChildren: true,
};

test(`${SESSIONS.toLocaleString('en')} sessions scroll to the end and back by the wheel, every row in its place`, async ({
  launchApp,
}) => {
  test.setTimeout(150_000);
  const path = join(temporaryFolder(), 'state.db');
  makeDatabase(path, { sessions: SESSIONS, messages: SESSIONS, seed: 1, end: 1_787_000_000 });
  const order = orderOf(path);
  expect(order.length).toBeGreaterThan(SESSIONS * 0.75);

  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show archived' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show subagents as rows' }).click();
  await page.keyboard.press('Escape');
  const first = sessionList(page).locator('[aria-posinset="1"]');
  await expect(first).toHaveAttribute('aria-setsize', String(order.length));

  await sessionList(page).hover();
  let positions = 0;
  for (const turn of [TURN, -TURN]) {
    for (;;) {
      await expectRightRows(page, order);
      positions += 1;
      const { top, most } = await scrolled(page);
      if (turn > 0 ? top >= most : top <= 0) break;
      await page.mouse.wheel(0, turn);
      await expect.poll(async () => (await scrolled(page)).top, { intervals: [10, 20] }).not.toBe(top);
    }
    const edge = turn > 0 ? order.length : 1;
    await expect(sessionList(page).locator(`[aria-posinset="${String(edge)}"]`)).toBeInViewport();
  }
  expect(positions).toBeGreaterThanOrEqual(POSITIONS);
  expect(faults).toEqual([]);
});

/** Ids in the order that the list shows them, read page by page on a connection of its own. */
function orderOf(path: string): string[] {
  const context = openLaneContext(path);
  const { rows, total } = sessionsView(context, { view: SHOWN, anchorIds: [], first: PAGE });
  const ids = rows.map(row => row.id);
  while (ids.length < total)
    ids.push(...sessionsPage(context, { view: SHOWN, offset: ids.length, limit: PAGE }).rows.map(row => row.id));
  context.store.db.close();
  return ids;
}

function scrolled(page: Page) {
  return sessionList(page).evaluate(list => ({
    top: Math.ceil(list.scrollTop),
    most: Math.floor(list.scrollHeight - list.clientHeight),
  }));
}

/** Every row that is drawn is the right one for its place at any moment; soon no place is bare and every row has its words. */
async function expectRightRows(page: Page, order: readonly string[]): Promise<void> {
  const look = async () => {
    const { rows, bare, elements } = await sessionList(page).evaluate(rowsInView);
    const wrong = rows.filter(({ place, of, id }) => of !== order.length || (id !== null && id !== order[place - 1]));
    expect(wrong).toEqual([]);
    expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => (rows[0]?.place ?? 0) + at));
    expect(elements).toBeLessThan(MOST_ELEMENTS);
    const busy = rows.filter(({ id }) => id === null).length;
    return { isFilled: rows.length > 5, bare, busy };
  };
  await expect.poll(look, { intervals: [10, 20, 50] }).toEqual({ isFilled: true, bare: false, busy: 0 });
}

/** Runs in the page: the rows of which at least a pixel is in view, top to bottom, all read at one moment. */
function rowsInView(list: Element) {
  const frame = list.getBoundingClientRect();
  const boxes = [...list.querySelectorAll('[role="option"], [role="group"] > :first-child')].map(element => ({
    element,
    box: element.getBoundingClientRect(),
  }));
  const inView = boxes
    .filter(({ box }) => box.bottom > frame.top + 1 && box.top < frame.bottom - 1)
    .sort((a, b) => a.box.top - b.box.top);
  const end = Math.min(frame.bottom, list.firstElementChild?.getBoundingClientRect().bottom ?? 0);
  let covered = frame.top;
  let bare = false;
  for (const { box } of inView) {
    bare ||= box.top > covered + 2;
    covered = Math.max(covered, box.bottom);
  }
  return {
    rows: inView
      .filter(({ element }) => element.role === 'option')
      .map(({ element }) => ({
        place: Number(element.getAttribute('aria-posinset')),
        of: Number(element.getAttribute('aria-setsize')),
        id: element.getAttribute('data-session-id'),
      })),
    bare: bare || covered < end - 2,
    elements: document.querySelectorAll('*').length,
  };
}
