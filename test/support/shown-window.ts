import type { Locator, Page } from '@playwright/test';
import { expect } from './electron-app.ts';

/** The list of conversations. */
export function sessionList(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Sessions' });
}

/** The scroll with the messages of the open conversation. */
export function conversation(page: Page): Locator {
  return page.getByRole('region', { name: 'Conversation' });
}

/** The hits of the message search. */
export function searchResults(page: Page): Locator {
  return page.getByRole('region', { name: 'Search results' });
}

/** The list has come: at least one row is drawn with its words. */
export async function waitForList(page: Page): Promise<void> {
  await expect(sessionList(page).locator('[role="option"][data-session-id]').first()).toBeVisible();
}

/** Shows the conversations of people and of automation. */
export async function showAll(page: Page): Promise<void> {
  await waitForList(page);
  await page.getByRole('radio', { name: 'All', exact: true }).click();
  await settled(page);
}

/** Nothing is being fetched any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('html[data-ready="true"]').waitFor({ state: 'attached' });
}

/** One row of the list as it is drawn. */
export interface DrawnRow {
  readonly place: number;
  readonly of: number;
  /** Null while its words are on their way. */
  readonly id: string | null;
}

/** The rows that are drawn now, by place. */
export async function drawnRows(page: Page): Promise<DrawnRow[]> {
  const rows = await sessionList(page)
    .getByRole('option')
    .evaluateAll(options =>
      options.map(option => ({
        place: Number(option.getAttribute('aria-posinset')),
        of: Number(option.getAttribute('aria-setsize')),
        id: option.getAttribute('data-session-id'),
      })),
    );
  return rows.sort((a, b) => a.place - b.place);
}

/** Ids of the whole list from its first row to its last, which must follow each other without a gap. */
export async function wholeList(page: Page): Promise<string[]> {
  const ids: string[] = [];
  await sessionList(page).evaluate(list => list.scrollTo({ top: 0 }));
  for (;;) {
    await expect
      .poll(async () => (await drawnRows(page)).find(({ place }) => place === ids.length + 1)?.id)
      .toBeTruthy();
    await expect.poll(async () => (await drawnRows(page)).every(({ id }) => id !== null)).toBe(true);
    const rows = await drawnRows(page);
    for (const { place, id } of rows) if (place === ids.length + 1 && id !== null) ids.push(id);
    if (ids.length >= (rows[0]?.of ?? 0)) return ids;
    await sessionList(page).evaluate(list => list.scrollBy({ top: list.clientHeight / 2 }));
  }
}

/** Types into the message search and waits until every stage has answered. */
export async function searchMessages(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(text);
  await expect(page.getByRole('status').filter({ hasText: / ms/ })).toBeVisible();
  await settled(page);
}

/** Opens the conversation of a session from the list, wherever in the list it is. */
export async function openConversation(page: Page, id: string): Promise<void> {
  const filter = page.getByRole('searchbox', { name: 'Filter sessions' });
  await filter.fill(id);
  const row = sessionList(page).locator(`[role="option"][data-session-id="${id}"]`);
  await row.click();
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await filter.fill('');
  await settled(page);
}

/** Scrolls the open conversation from its first message to its last, calling `look` at every stop. */
export async function readThrough(page: Page, look: () => Promise<void>): Promise<void> {
  const region = conversation(page);
  await region.focus();
  await page.keyboard.press('Home');
  for (;;) {
    await expect(region.locator('article[aria-busy="true"]')).toHaveCount(0);
    await settled(page);
    await look();
    const moved = await region.evaluate(scroll => {
      const before = scroll.scrollTop;
      scroll.scrollBy({ top: scroll.clientHeight * 0.7 });
      return scroll.scrollTop > before + 1;
    });
    if (!moved) return;
  }
}

/** A row of the list, wherever it stands. */
export function rowOf(page: Page, id: string): Locator {
  return sessionList(page).locator(`[role="option"][data-session-id="${id}"]`);
}

/** The buttons over the head of the open conversation. */
export function headActions(page: Page): Locator {
  return page.locator('header').getByRole('toolbar', { name: 'Actions of this conversation' });
}

/** Goes to one of the screens. */
export async function goTo(page: Page, name: 'Sessions' | 'Search' | 'Dashboard' | 'Settings'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true }).click();
  await settled(page);
}

/** A part of the settings, by its heading. */
export function settingsPart(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Settings' }).getByRole('region', { name, exact: true });
}
