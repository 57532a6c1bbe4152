import { makeLongLineage } from '../support/long-lineage.ts';
import { expect, test } from '../support/electron-app.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { openConversation, waitForList } from '../support/shown-window.ts';

test('Ctrl+F finds a text in the whole of a long conversation, goes from one message to the next, and marks it', async ({
  launchApp,
}) => {
  const { path, hitId } = makeLongLineage({ segments: 10, messages: 400 });
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  await page.getByRole('option').first().click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.locator('article:not([aria-busy="true"])').first()).toBeVisible();

  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('searchbox', { name: 'Find in conversation' });
  await expect(field).toBeFocused();
  const found = page.getByRole('search', { name: 'Find in conversation' }).getByRole('status');
  await field.fill('MiddleWord');
  await expect(found).toHaveText('1 of 1 message');
  const hit = conversation.locator(`article[data-message-id="${String(hitId)}"]`);
  await expect(hit).toBeInViewport();
  await expect(hit.locator('mark').first()).toHaveText(/middleword/i);
  await expect(field).toBeFocused();

  await field.fill('Prompt');
  await expect(found).toHaveText(/^[\d,]+ of [\d,]+ messages$/);
  const before = await found.textContent();
  await field.press('Enter');
  await expect(found).not.toHaveText(before ?? '');
  await field.press('Shift+Enter');
  await expect(found).toHaveText(before ?? '');

  await field.fill('nowhere to be found');
  await expect(found).toHaveText('no message');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('listbox', { name: 'Sessions' })).toBeFocused();
  await expect(conversation.locator('mark')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('what is found in a hidden message is shown while the field keeps the focus', async ({ launchApp }) => {
  const row = { session_id: 'one', role: 'user', timestamp: 1_787_000_000 };
  const db = writeSmallDatabase({
    sessions: [{ id: 'one', source: 'cli', title: 'One', started_at: 1_787_000_000 }],
    messages: [
      { ...row, content: 'said, and taken back: needle', active: 0, compacted: 0 },
      { ...row, content: 'said instead' },
    ],
  });
  const { page, faults } = await launchApp({ db });
  await waitForList(page);
  await openConversation(page, 'one');
  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('searchbox', { name: 'Find in conversation' });
  await field.fill('needle');
  await expect(page.getByRole('article').locator('mark')).toHaveText('needle');
  await expect(field).toBeFocused();
  expect(faults).toEqual([]);
});
