import type { Page } from '@playwright/test';
import { makeLongLineage } from '../support/long-lineage.ts';
import { expect, test } from '../support/electron-app.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { conversation, openConversation, sessionList, waitForList } from '../support/shown-window.ts';

test('Ctrl+F finds a text in the whole of a long conversation, goes from one message to the next, and marks it', async ({
  launchApp,
}) => {
  const { path, hitId } = makeLongLineage({ segments: 10, messages: 400 });
  const { page, faults } = await launchApp({ db: path });
  await waitForList(page);
  await page.getByRole('option').first().click();
  await expect(conversation(page).locator('article:not([aria-busy="true"])').first()).toBeVisible();

  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('searchbox', { name: 'Find in conversation' });
  await expect(field).toBeFocused();
  const found = page.getByRole('search', { name: 'Find in conversation' }).getByRole('status');
  await field.fill('MiddleWord');
  await expect(found).toHaveText('1 of 1 message');
  const hit = conversation(page).locator(`article[data-message-id="${String(hitId)}"]`);
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
  await expect(conversation(page).locator('mark')).toHaveCount(0);
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

const FILLER = 'some words to be scrolled over. '.repeat(60);

/** Text of a length in which a word stands near the end. */
function withWord(word: string, length: number): string {
  return `${'one line of many\n'.repeat(length / 17)}here: ${word}\n${'and more\n'.repeat(20)}`;
}

/** One word in each place in which a message can hold it, with much to read between them. */
function placesDatabase(): string {
  const call = (id: string, args: object) =>
    JSON.stringify([{ id, function: { name: 'lookup_thing', arguments: JSON.stringify(args) } }]);
  const tree = {
    rows: Array.from({ length: 300 }, (_, at) => ({ at, deep: { word: at === 250 ? 'wordofatree' : '' } })),
  };
  const rows: Record<string, unknown>[] = [
    { role: 'user', content: withWord('wordofaprompt', 40_000) },
    { role: 'assistant', content: null, tool_calls: call('out', { q: 'a' }) },
    { role: 'tool', content: JSON.stringify({ output: withWord('wordofoutput', 300_000) }), tool_call_id: 'out' },
    { role: 'assistant', content: 'thought', reasoning: withWord('wordofreasoning', 30_000) },
    { role: 'user', content: 'asked', api_content: `asked\n${withWord('wordofsent', 2000)}` },
    { role: 'user', content: 'asked <memory-context>wordofstored</memory-context>' },
    { role: 'assistant', content: 'The **word of** markup and `more`.' },
    { role: 'assistant', content: null, tool_calls: call('tree', { q: 'b' }) },
    { role: 'tool', content: JSON.stringify(tree), tool_call_id: 'tree' },
  ];
  const filled = rows.flatMap(row => [row, { role: 'user', content: FILLER }, { role: 'assistant', content: FILLER }]);
  return writeSmallDatabase({
    fixture: 'v30',
    sessions: [{ id: 'one', source: 'cli', title: 'One', started_at: 1_787_000_000 }],
    messages: filled.map((row, at) => ({ session_id: 'one', timestamp: 1_787_000_000 + at, ...row })),
  });
}

/** Finds a text; the match that the reader stands on is in sight in every scroll then. */
async function findOne(page: Page, text: string, status: string): Promise<void> {
  const bar = page.getByRole('search', { name: 'Find in conversation' });
  await bar.getByRole('searchbox').fill(text);
  await expect(bar.getByRole('status')).toHaveText(status);
  const match = conversation(page).locator('mark[data-now]');
  await expect(match).toHaveText(text);
  await expect(match).toBeInViewport({ ratio: 1 });
}

/** Runs in the page: how many marks stand on the side of the strip that only hits have. */
function hitMarks(strip: Element): number {
  if (!(strip instanceof HTMLCanvasElement) || strip.height === 0) return -1;
  // Read from a copy that is kept for reading.
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (copy === null) return -1;
  copy.canvas.height = strip.height;
  copy.drawImage(strip, 0, 0);
  const { data } = copy.getImageData(1, 0, 1, strip.height);
  let marks = 0;
  for (let row = 0; row < strip.height; row += 1) {
    const isMarked = (at: number) => (data[at * 4 + 3] ?? 0) > 0;
    if (isMarked(row) && !isMarked(row - 1)) marks += 1;
  }
  return marks;
}

test('finding lands on the match itself: behind a cut, in reasoning, in what was sent and in what is stored', async ({
  launchApp,
}) => {
  const { page, faults } = await launchApp({ db: placesDatabase() });
  await waitForList(page);
  await openConversation(page, 'one');
  await page.keyboard.press('ControlOrMeta+f');
  await findOne(page, 'wordofoutput', '1 of 1 message');
  await findOne(page, 'wordofreasoning', '1 of 1 message · in the reasoning');
  await findOne(page, 'wordofaprompt', '1 of 1 message');
  await findOne(page, 'wordofsent', '1 of 1 message · in what was sent');
  await findOne(page, 'wordofstored', '1 of 1 message · in what is stored');
  await findOne(page, '**word of**', '1 of 1 message');
  await findOne(page, 'wordofatree', '1 of 1 message');

  const strip = conversation(page).locator('..').locator('canvas');
  await expect.poll(() => strip.evaluate(hitMarks)).toBe(1);
  await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('to be scrolled over');
  await expect.poll(() => strip.evaluate(hitMarks)).toBeGreaterThan(8);
  await page.keyboard.press('Escape');
  await expect.poll(() => strip.evaluate(hitMarks)).toBe(0);
  expect(faults).toEqual([]);
});

test('what is found where every row is hidden is shown', async ({ launchApp }) => {
  const row = { session_id: 'one', role: 'user', timestamp: 1_787_000_000, active: 0, compacted: 0 };
  const db = writeSmallDatabase({
    sessions: [{ id: 'one', source: 'cli', title: 'One', started_at: 1_787_000_000 }],
    messages: [
      { ...row, content: 'taken back' },
      { ...row, content: 'taken back too: needle' },
    ],
  });
  const { page, faults } = await launchApp({ db });
  await waitForList(page);
  await sessionList(page).getByRole('option').click();
  await expect(page.getByText('No message to show')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+f');
  await findOne(page, 'needle', '1 of 1 message');
  expect(faults).toEqual([]);
});
