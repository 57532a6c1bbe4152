import { copyFileSync, renameSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect, test } from '../support/electron-app.ts';
import { copyFixture, fixtureGolden } from '../support/fixtures.ts';
import { startForeignWriter, type Statement } from '../support/foreign-writer.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { conversation, openConversation, sessionList, settled, showAll } from '../support/shown-window.ts';

const TRANSACTIONS = 20;
const ROWS = 5;
const LIMIT_MS = 1000;

/** The conversation that is open: three compressions long, so that it scrolls. */
const OPEN = String((fixtureGolden('v23').notes['chain'] as string[]).at(-1));

for (const [mode, form] of [
  ['WAL', 'wal-closed'],
  ['DELETE', 'plain'],
] as const) {
  test(`what another process writes appears within a second, and the reader stays where he is (${mode})`, async ({
    launchApp,
  }) => {
    const path = copyFixture('v23', form);
    const { page, faults } = await launchApp({ db: path });
    await showAll(page);
    await openConversation(page, OPEN);
    const writer = startForeignWriter(path);
    const rows = new Rows(path);
    await page.evaluate(watchWindow);

    const delays: number[] = [];
    const expectSeen = async (sign: string, committed: number) => {
      await expect.poll(() => seenAt(page, sign), { message: sign, timeout: 5000, intervals: [50] }).not.toBe(0);
      delays.push((await seenAt(page, sign)) - committed);
    };

    for (let at = 0; at < TRANSACTIONS / 2; at += 1) {
      const other = `live-${String(at % 2)}`;
      const committed = await writer.transact([...rows.for(OPEN), ...rows.for(other)]);
      await expectSeen(`first ${other} ${String(rows.countOf(other))}`, committed);
      await expectSeen(`message ${String(rows.lastId(OPEN))}`, committed);
    }
    await expect(page.getByRole('group', { name: 'Today' }).getByRole('option').nth(1)).toBeVisible();
    await expect(sessionList(page).locator('[data-session-id="live-1"]')).toContainText('row 1 of live-1');

    await leaveTheEnds(page);
    const place = await placeOf(page);
    for (let at = TRANSACTIONS / 2; at < TRANSACTIONS; at += 1) {
      const other = `live-${String(at)}`;
      const committed = await writer.transact([...rows.for(OPEN), ...rows.for(other)]);
      const arrived = (at + 1 - TRANSACTIONS / 2) * ROWS;
      await expectSeen(`pill ${String(arrived)} new messages`, committed);
      await expectSeen(`row ${place.row} ${String(place.posinset + at + 1 - TRANSACTIONS / 2)}`, committed);
      expect(await placeOf(page)).toMatchObject({ row: place.row, rowTop: place.rowTop });
      expect(await placeOf(page)).toMatchObject({ article: place.article, articleTop: place.articleTop });
    }
    // Single ones may wait for a machine that is busy with other things.
    delays.sort((a, b) => a - b);
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(LIMIT_MS);
    expect(delays.at(-1)).toBeLessThan(5 * LIMIT_MS);

    await page.getByRole('button', { name: '50 new messages' }).click();
    await expect(conversation(page).locator(`[data-message-id="${String(rows.lastId(OPEN))}"]`)).toBeInViewport();
    await sessionList(page).evaluate(list => list.scrollTo({ top: 0 }));
    const open = sessionList(page).locator(`[data-session-id="${OPEN}"]`);
    await expect(open).toHaveAttribute('aria-selected', 'true');
    await expect(open).toHaveAttribute('aria-posinset', '2');
    expect(faults).toEqual([]);
    await writer.close();
  });
}

test('a file that is put in the place of the open one is shown instead', async ({ launchApp }) => {
  const path = copyFixture('v23', 'plain');
  const { page, faults } = await launchApp({ db: path });
  await showAll(page);
  await openConversation(page, OPEN);
  const other = writeSmallDatabase({
    sessions: [
      { id: 'other-1', source: 'cli', title: 'Of the other file', started_at: 1_787_000_000 },
      { id: 'other-2', source: 'cli', title: 'Likewise', started_at: 1_787_000_100 },
    ],
  });
  copyFileSync(other, `${path}.new`);
  renameSync(`${path}.new`, path);
  const row = sessionList(page).locator('[data-session-id="other-1"]');
  await expect(row).toContainText('Of the other file');
  await expect(row).toHaveAttribute('aria-setsize', '2');
  await row.click();
  await expect(page.getByRole('heading', { name: 'Of the other file' })).toBeVisible();
  expect(faults).toEqual([]);
});

/** Rows as Hermes would append them, and what is known of them afterwards. */
class Rows {
  readonly #counts = new Map<string, number>();
  readonly #last = new Map<string, number>();
  #id: number;

  constructor(path: string) {
    const db = new Database(path, { readonly: true });
    this.#id = db.prepare<[], number>('SELECT max(id) FROM messages').pluck().get() ?? 0;
    db.close();
  }

  /** Statements for five further messages of a session; one that is not there begins with them. */
  for(session: string): Statement[] {
    const now = Date.now() / 1000;
    const isNew = session !== OPEN && !this.#counts.has(session);
    const begin = {
      sql: "INSERT INTO sessions (id, source, model, started_at) VALUES (?, 'cli', 'a/model', ?)",
      values: [session, now],
    };
    const messages = Array.from({ length: ROWS }, (_, at) =>
      this.#message(session, now + at / 10_000 + (session === OPEN ? 0 : 0.01)),
    );
    const count = {
      sql: 'UPDATE sessions SET message_count = message_count + ? WHERE id = ?',
      values: [ROWS, session],
    };
    return [...(isNew ? [begin] : []), ...messages, count];
  }

  countOf(session: string): number {
    return this.#counts.get(session) ?? 0;
  }

  lastId(session: string): number {
    return this.#last.get(session) ?? 0;
  }

  #message(session: string, timestamp: number): Statement {
    const count = this.countOf(session) + 1;
    this.#counts.set(session, count);
    this.#id += 1;
    this.#last.set(session, this.#id);
    return {
      sql: 'INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (?, ?, ?, ?, ?)',
      values: [
        this.#id,
        session,
        count % 2 === 1 ? 'user' : 'assistant',
        `row ${String(count)} of ${session}`,
        timestamp,
      ],
    };
  }
}

interface WatchedWindow {
  readonly seen: Map<string, number>;
}

/** Runs in the page: remembers when each sign of a change was first there. */
function watchWindow(): void {
  const seen = new Map<string, number>();
  Object.assign(window, { seen });
  const look = () => {
    const now = Date.now();
    const note = (sign: string) => {
      if (!seen.has(sign)) seen.set(sign, now);
    };
    for (const row of document.querySelectorAll('[role="option"][data-session-id]')) {
      const [id, place] = [row.getAttribute('data-session-id') ?? '', row.getAttribute('aria-posinset') ?? ''];
      const spoken = [...row.querySelectorAll('[aria-label]')].map(part => part.getAttribute('aria-label') ?? '');
      const messages = spoken.map(words => /^([\d,]+) messages$/.exec(words)?.[1]).find(count => count !== undefined);
      if (place === '1') note(`first ${id} ${messages ?? ''}`);
      note(`row ${id} ${place}`);
    }
    for (const article of document.querySelectorAll('article[data-message-id]:not([aria-busy="true"])'))
      note(`message ${article.getAttribute('data-message-id') ?? ''}`);
    for (const button of document.querySelectorAll('button')) note(`pill ${button.textContent.trim()}`);
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

function seenAt(page: Page, sign: string): Promise<number> {
  return page.evaluate(wanted => (window as unknown as WatchedWindow).seen.get(wanted) ?? 0, sign);
}

/** Scrolls the list down and the conversation up, as a person who reads does. */
async function leaveTheEnds(page: Page): Promise<void> {
  await sessionList(page).hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => sessionList(page).evaluate(list => list.scrollTop)).toBeGreaterThan(800);
  await conversation(page).hover();
  await page.mouse.wheel(0, -1500);
  await expect
    .poll(() => conversation(page).evaluate(scroll => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight))
    .toBeGreaterThan(1000);
  await settled(page);
  let before = '';
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await placeOf(page));
        const isStill = now === before;
        before = now;
        return isStill;
      },
      { intervals: [300] },
    )
    .toBe(true);
}

/** What stands in the middle of the list and of the conversation, and where. */
function placeOf(page: Page) {
  return page.evaluate(() => {
    const inMiddle = (boxes: Iterable<Element>, frame: DOMRect) =>
      [...boxes].find(box => box.getBoundingClientRect().bottom > frame.top + frame.height / 2);
    const list = document.querySelector('[role="listbox"]')?.getBoundingClientRect() ?? new DOMRect();
    const row = inMiddle(document.querySelectorAll('[role="option"]'), list);
    const scroll = document.querySelector('[aria-label="Conversation"]')?.getBoundingClientRect() ?? new DOMRect();
    const article = inMiddle(document.querySelectorAll('article[data-message-id]'), scroll);
    return {
      row: row?.getAttribute('data-session-id') ?? '',
      rowTop: Math.round(row?.getBoundingClientRect().top ?? NaN),
      posinset: Number(row?.getAttribute('aria-posinset')),
      article: article?.getAttribute('data-message-id') ?? '',
      articleTop: Math.round(article?.getBoundingClientRect().top ?? NaN),
    };
  });
}
