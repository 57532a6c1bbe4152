import type { Locator, Page } from '@playwright/test';

/** What the window says about actions, newest last. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).locator('li');
}

/** The toast that says something. */
export function toastSaying(page: Page, words: RegExp): Locator {
  return toasts(page).filter({ hasText: words });
}
