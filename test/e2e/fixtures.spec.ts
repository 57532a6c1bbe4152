import { expect, test } from '../support/electron-app.ts';
import { fixturePath } from '../support/fixtures.ts';
import { recordedList } from '../support/recorded-list.ts';
import {
  conversation,
  searchMessages,
  searchResults,
  sessionList,
  showAll,
  wholeList,
} from '../support/shown-window.ts';

for (const version of ['v01', 'v11', 'v20', 'v23'] as const) {
  test(`${version}: the list shows the recorded conversations, latest first`, async ({ launchApp }) => {
    const { page, faults } = await launchApp({ db: fixturePath(version) });
    const expected = recordedList(version);

    await showAll(page);

    await expect(sessionList(page).getByRole('option').first()).toHaveAttribute('aria-setsize', `${expected.length}`);
    expect(await wholeList(page)).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test(`${version}: docker is found, read and come back from`, async ({ launchApp }) => {
    const { page, faults } = await launchApp({ db: fixturePath(version) });
    await showAll(page);

    await searchMessages(page, 'docker');
    const hits = searchResults(page).getByRole('listitem');
    await expect(hits.first()).toBeVisible();
    for (const hit of await hits.all()) await expect(hit.locator('mark').first()).toHaveText(/docker/i);
    const before = await hits.evaluateAll(all => all.map(hit => hit.getAttribute('data-message-id')));

    await page.getByRole('searchbox', { name: 'Search messages' }).press('ArrowDown');
    await expect(hits.first()).toBeFocused();
    const steps = Math.min(2, before.length - 1);
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
    const wanted = before[steps] ?? '';
    await expect(hits.nth(steps)).toBeFocused();
    const place = await searchResults(page).evaluate(region => region.scrollTop);
    await page.keyboard.press('Enter');

    const message = conversation(page).locator(`article[data-message-id="${wanted}"]`);
    await expect(message).toBeInViewport();
    await expect(message.locator('mark').first()).toHaveText(/docker/i);

    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('docker');
    await expect(hits.first()).toBeVisible();
    expect(await hits.evaluateAll(all => all.map(hit => hit.getAttribute('data-message-id')))).toEqual(before);
    await expect.poll(() => searchResults(page).evaluate(region => region.scrollTop)).toBe(place);
    expect(faults).toEqual([]);
  });
}
