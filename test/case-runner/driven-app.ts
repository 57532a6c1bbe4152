import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from '../support/electron-app.ts';
import type { ShownHit, ShownMessage, ShownRow } from './outcome.ts';

/** Until nothing is fetched any more, in milliseconds. */
const PATIENCE = 20_000;
/** Until something that was begun has ended. */
const WORK = 60_000;
/** What a person who typed waits at least: the app itself waits for a pause in typing. */
const TYPING_PAUSE = 160;

/** The built app, driven by its accessible names as a person would. */
export class DrivenApp {
  readonly launched: LaunchedApp;
  readonly page: Page;
  /** The file that was opened at the start; empty where there was none. */
  readonly path: string;
  /** The message that was jumped to last, and where it stood then. */
  anchor: { readonly id: number; readonly top: number } | null = null;

  constructor(launched: LaunchedApp, path = '') {
    this.launched = launched;
    this.path = path;
    this.page = launched.page;
  }

  /** Waits until what was typed or clicked has been answered. */
  async settled(pause = TYPING_PAUSE): Promise<void> {
    await this.page.waitForTimeout(pause);
    await this.page.locator('html[data-ready="true"]').waitFor({ state: 'attached', timeout: PATIENCE });
  }

  /**
   * Waits until something that was begun says that it is done, which takes as long as it takes.
   *
   * @param how - `anyhow` where a failure is an answer too; else it is raised.
   */
  async done(words: Locator, how?: 'anyhow'): Promise<void> {
    const failure = this.page.getByRole('alert').filter({ hasText: /\S/ });
    await (how === 'anyhow' ? words : words.or(failure)).first().waitFor({ timeout: WORK });
    if (how !== 'anyhow' && (await words.count()) === 0) throw new Error((await failure.allInnerTexts()).join('\n'));
    await this.settled();
  }

  /** What can be done to the open conversation. */
  headActions(): Locator {
    return this.page.locator('header').getByRole('toolbar', { name: 'Actions of this conversation' });
  }

  /** Shows a screen of the navigation. */
  async goTo(name: 'Sessions' | 'Search' | 'Dashboard' | 'Settings'): Promise<void> {
    const main = this.page.getByRole('navigation', { name: 'Main' });
    await main
      .getByRole('button', { name, exact: true })
      .or(main.getByRole('link', { name, exact: true }))
      .click();
    await this.settled();
  }

  /** Goes back to the list from a screen that does not show it. */
  async leaveOtherScreens(): Promise<void> {
    const current = this.page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    const hasOther = (await current.count()) > 0 && (await current.getAttribute('aria-label')) !== 'Sessions';
    if (hasOther) await this.goTo('Sessions');
  }

  /** The list with the sources of every kind and this text in its filter. */
  async showList(filter: string): Promise<void> {
    await this.goTo('Sessions');
    await this.page.getByRole('radiogroup').getByRole('radio', { name: /^All/ }).click();
    await this.page.getByRole('searchbox', { name: 'Filter sessions' }).fill(filter);
    await this.settled();
  }

  /** Every row of the list, top to bottom. */
  async rows(): Promise<Map<string, ShownRow>> {
    const list = this.page.getByRole('listbox', { name: 'Sessions' });
    const rows = new Map<string, ShownRow>();
    if ((await list.count()) === 0) return rows;
    await this.scrollThrough(list, async () => {
      for (const row of await list.locator('[role="option"][data-session-id]').evaluateAll(readRows)) {
        if (!rows.has(row.id)) rows.set(row.id, row);
      }
    });
    return rows;
  }

  /**
   * Opens the conversation of a row of the list.
   *
   * @returns milliseconds from the click to the first message.
   */
  async openConversation(id: string): Promise<number> {
    await this.showList('');
    const list = this.page.getByRole('listbox', { name: 'Sessions' });
    const row = list.locator(`[role="option"][data-session-id="${id}"]`);
    await this.scrollThrough(list, async () => (await row.count()) > 0);
    const start = performance.now();
    if ((await row.count()) > 0) await row.click();
    else await this.#openByTyping(id);
    await this.page.getByRole('tab', { name: 'Conversation' }).click();
    const region = this.page.getByRole('region', { name: 'Conversation' });
    await region.waitFor({ timeout: PATIENCE });
    await region
      .locator('article:not([aria-busy="true"])')
      .first()
      .or(region.getByText('No messages'))
      .first()
      .waitFor();
    const tookMs = performance.now() - start;
    await this.settled();
    return tookMs;
  }

  /** A session that has no row of its own is found by its id. */
  async #openByTyping(id: string): Promise<void> {
    await this.search(id);
    await this.page.locator('button[data-session-id]').first().click();
    await this.settled();
  }

  /** Every message of the open conversation, top to bottom. */
  async messages(): Promise<ShownMessage[]> {
    const region = this.page.getByRole('region', { name: 'Conversation' });
    const messages = new Map<number, ShownMessage>();
    await this.scrollThrough(region, async () => {
      await region.locator('article[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: PATIENCE });
      for (const message of await region.locator('article[data-message-id]').evaluateAll(readMessages)) {
        messages.set(message.id, message);
      }
    });
    return [...messages.values()].sort((a, b) => a.id - b.id);
  }

  /**
   * Types into the message search and waits for its last stage.
   *
   * @returns milliseconds until the first hit stood there, or until it was clear that there is none.
   */
  async search(text: string): Promise<number> {
    const box = this.page.getByRole('searchbox', { name: 'Search messages' });
    await box.fill('');
    await this.settled(30);
    const start = performance.now();
    await box.fill(text);
    const answered = this.#answered(text);
    const first = this.page.locator('[role="listitem"][data-message-id]').first();
    await Promise.race([first.waitFor({ timeout: PATIENCE }).catch(() => answered), answered]);
    const tookMs = performance.now() - start;
    await answered;
    await this.settled(30);
    return tookMs;
  }

  /** Nothing but blanks asks for nothing. */
  async #answered(text: string): Promise<void> {
    const busy = text.trim() === '' ? '' : '[aria-busy="false"]';
    await this.page.locator(`[role="region"][aria-label="Search results"]${busy}`).waitFor({ timeout: PATIENCE });
  }

  /** Every hit of the search. */
  async hits(): Promise<ShownHit[]> {
    const region = this.page.getByRole('region', { name: 'Search results' });
    if ((await region.count()) === 0) return [];
    const more = region.getByRole('button', { name: /more in this conversation/ });
    for (let left = await more.count(); left > 0; left -= 1) {
      await more.first().click();
      await this.settled();
    }
    const hits = new Map<number, ShownHit>();
    await this.scrollThrough(region, async () => {
      for (const hit of await region
        .locator('[role="listitem"][data-message-id], li[data-message-id]')
        .evaluateAll(readHits)) {
        hits.set(hit.messageId, hit);
      }
    });
    return [...hits.values()];
  }

  /** From now on the longest task of the page is measured. */
  async watchPauses(): Promise<void> {
    await this.page.evaluate(() => {
      const { dataset } = document.body;
      dataset['longestTask'] = '0';
      new PerformanceObserver(list => {
        const longest = Math.max(Number(dataset['longestTask']), ...list.getEntries().map(entry => entry.duration));
        dataset['longestTask'] = String(longest);
      }).observe({ type: 'longtask' });
    });
  }

  /** Milliseconds of the longest task since {@link watchPauses}; below 50 counts as 0. */
  longestPause(): Promise<number> {
    return this.page.evaluate(() => Number(document.body.dataset['longestTask'] ?? 0));
  }

  /** Everything that the window says. */
  says(): Promise<string> {
    return this.page.locator('body').innerText();
  }

  /**
   * Scrolls what scrolls inside a region from its top to its end, calling `look` at every stop.
   * A `look` that answers true ends it.
   */
  async scrollThrough(region: Locator, look: () => Promise<unknown>): Promise<void> {
    await region.evaluate(scrollBy, 'top');
    await this.page.waitForTimeout(100);
    for (;;) {
      if ((await look()) === true) return;
      const moved = await region.evaluate(scrollBy, 'down');
      if (!moved) return;
      await this.page.waitForTimeout(60);
    }
  }
}

/** Runs in the page: the region itself or the first element in it that scrolls. */
function scrollBy(region: Element, to: string): boolean {
  const scrolls = (element: Element) =>
    element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
  const scroller = [region, ...region.querySelectorAll('*')].find(scrolls);
  if (scroller === undefined) return false;
  const before = scroller.scrollTop;
  scroller.scrollTop = to === 'top' ? 0 : before + scroller.clientHeight * 0.7;
  return scroller.scrollTop > before;
}

/** Runs in the page. */
function readRows(options: Element[]): (ShownRow & { id: string })[] {
  return options
    .map(option => ({
      id: option.getAttribute('data-session-id') ?? '',
      place: Number(option.getAttribute('aria-posinset')),
      costState: option.querySelector('[data-cost-state]')?.getAttribute('data-cost-state') ?? '',
      preview: option.getAttribute('data-preview') ?? '',
    }))
    .sort((a, b) => a.place - b.place);
}

/** Runs in the page. */
function readMessages(articles: Element[]): ShownMessage[] {
  return articles.map(article => {
    const inside = article.parentElement?.closest('article[data-message-id]');
    const own = (element: Element) =>
      element.closest('article') === article ||
      element.closest('article')?.parentElement?.closest('article') === article;
    return {
      id: Number(article.getAttribute('data-message-id')),
      role: article.getAttribute('data-role') ?? '',
      text: article.textContent,
      inside: inside instanceof Element ? Number(inside.getAttribute('data-message-id')) : null,
      tools: [...article.querySelectorAll('[data-tool-name]')]
        .filter(own)
        .map(tool => tool.getAttribute('data-tool-name') ?? ''),
    };
  });
}

/** Runs in the page. */
function readHits(items: Element[]): ShownHit[] {
  return items.map(item => ({
    messageId: Number(item.getAttribute('data-message-id')),
    text: item.textContent,
    marks: item.querySelectorAll('mark').length,
    elements: [...item.querySelectorAll('*')].map(element => element.tagName.toLowerCase()),
  }));
}
