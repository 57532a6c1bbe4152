import type { Page } from '@playwright/test';
import { expect, test } from '../support/electron-app.ts';
import { fixturePath } from '../support/fixtures.ts';
import { conversation, searchResults, sessionList, settled, waitForList } from '../support/shown-window.ts';

test('from the start to a found message, and back to the list, by the keyboard alone', async ({ launchApp }) => {
  const { page, faults } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);

  await page.keyboard.press('Control+Shift+F');
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeFocused();
  await page.keyboard.type('docker');
  const hits = searchResults(page).getByRole('listitem');
  await expect(hits.first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: / hits? in \d+ conversation/ })).toBeVisible();
  await settled(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(hits.nth(1)).toBeFocused();
  const id = (await hits.nth(1).getAttribute('data-message-id')) ?? '';
  await page.keyboard.press('Enter');

  const message = conversation(page).locator(`article[data-message-id="${id}"]`);
  await expect(message).toBeInViewport();
  await expect(message.locator('mark').first()).toHaveText(/docker/i);
  await expect(message).toBeFocused();

  await page.keyboard.press('Alt+ArrowLeft');
  await expect(hits.nth(1)).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(message).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(message.locator('mark')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sessionList(page)).toBeFocused();
  expect(faults).toEqual([]);
});

test('the list is filtered, walked and opened by the keyboard alone', async ({ launchApp }) => {
  const { page } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(sessionList(page)).toBeFocused();
  for (const [key, place] of [
    ['j', 2],
    ['ArrowDown', 3],
    ['k', 2],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => activePlace(page)).toBe(place);
  }
  await page.keyboard.press('End');
  const total = Number(await sessionList(page).getByRole('option').first().getAttribute('aria-setsize'));
  await expect.poll(() => activePlace(page)).toBe(total);
  await page.keyboard.press('PageUp');
  await expect.poll(() => activePlace(page)).toBeLessThan(total);
  const active = (await activeRow(page)).getAttribute('data-session-id');
  await page.keyboard.press('Enter');
  await expect(sessionList(page).locator('[aria-selected="true"]')).toHaveAttribute(
    'data-session-id',
    (await active) ?? '',
  );
  await expect(page.getByRole('tab', { name: 'Conversation' })).toHaveAttribute('aria-selected', 'true');
});

test('every control can be reached by Tab, and each shows that it has the focus', async ({ launchApp }) => {
  const { page } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  await sessionList(page).getByRole('option').first().click();
  await expect(conversation(page).getByRole('article').first()).toBeVisible();
  await settled(page);

  const reached = new Map<string, boolean>();
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked, isKnown } = await page.evaluate(describeFocus);
    if (isKnown) break;
    reached.set(name, isMarked);
  }

  for (const name of [
    'Menu',
    'Search messages',
    'Sessions',
    'Search',
    'Dashboard',
    'Settings',
    'Filter sessions',
    'People',
    'Conversation',
  ])
    expect(
      [...reached.keys()].some(one => one.includes(` ${name}`)),
      `${name} of ${[...reached.keys()].join(', ')}`,
    ).toBe(true);
  expect([...reached].filter(([, isMarked]) => !isMarked).map(([name]) => name)).toEqual([]);
});

async function activeRow(page: Page) {
  const id = await sessionList(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id ?? 'none'}"]`);
}

async function activePlace(page: Page): Promise<number> {
  return Number(await (await activeRow(page)).getAttribute('aria-posinset'));
}

/** Runs in the page: what has the focus, whether it had it before, and whether that can be seen: a ring, on it or on the field around it. */
function describeFocus() {
  const element = document.activeElement ?? document.body;
  const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  const hasRing = (one: Element | null) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const field = element.parentElement;
  const frame = field === null ? 0 : parseFloat(getComputedStyle(field, '::after').borderTopWidth) || 0;
  const isKnown = element.hasAttribute('data-had-focus');
  element.setAttribute('data-had-focus', '');
  const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  return {
    isKnown,
    name: `${element.tagName.toLowerCase()} ${label}`,
    isMarked: frame > 0 || [element, field, active, element.firstElementChild].some(hasRing),
  };
}
