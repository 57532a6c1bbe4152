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
  for (let step = 0; step < 300; step += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked, isKnown, isPart } = await page.evaluate(describeFocus);
    if (isKnown && !isPart) break;
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

test('keys are those of the keyboard, whatever it writes, and leave alone whoever types', async ({ launchApp }) => {
  const { page } = await launchApp({ db: fixturePath('v23') });
  await waitForList(page);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.evaluate(() => {
    const press = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', press));
  });
  await expect(palette).toBeVisible();
  await page.keyboard.type('?');
  await expect(palette.getByRole('combobox')).toHaveValue('?');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('region', { name: 'Search results' })).toBeHidden();
  await page.keyboard.press('Escape');

  for (const [key, region] of [
    ['Control+3', 'Dashboard'],
    ['Control+4', 'Settings'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('region', { name: region, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('region', { name: 'Dashboard', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toBeFocused();
  await page.keyboard.type('/?');
  await expect(page.getByRole('searchbox', { name: 'Filter sessions' })).toHaveValue('/?');
  await expect(sheet).toBeHidden();
});

async function activeRow(page: Page) {
  const id = await sessionList(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id ?? 'none'}"]`);
}

async function activePlace(page: Page): Promise<number> {
  return Number(await (await activeRow(page)).getAttribute('aria-posinset'));
}

/**
 * Runs in the page: what has the focus, whether it had it before, whether it had it just now (Tab goes through the parts
 * of a date), and whether that can be seen: a ring, on it or on the field around it.
 */
function describeFocus() {
  const element = document.activeElement ?? document.body;
  const named = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element;
  const label = element.getAttribute('aria-label') ?? named.textContent.trim().slice(0, 40);
  const hasRing = (one: Element | null) => {
    if (one === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const field = element.parentElement;
  const frame = field === null ? 0 : parseFloat(getComputedStyle(field, '::after').borderTopWidth) || 0;
  const isKnown = element.hasAttribute('data-had-focus');
  const isPart = element.hasAttribute('data-has-focus');
  document.querySelector('[data-has-focus]')?.removeAttribute('data-has-focus');
  element.setAttribute('data-has-focus', '');
  element.setAttribute('data-had-focus', '');
  const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  return {
    isKnown,
    isPart,
    name: `${element.tagName.toLowerCase()} ${label}`,
    isMarked: frame > 0 || [element, field, active, element.firstElementChild].some(hasRing),
  };
}
