import type { Locator, Page } from '@playwright/test';
import type { BenchContext } from '../measurement.ts';
import { openWindow, type OpenWindow } from './open-window.ts';
import { armPaintWatch, paintTime } from './paint-watch.ts';

const SETTLED_MS = 90_000;
const PAINT_MS = 20_000;
/** A hit of the search, and a message whose text has come. */
const HIT = '[aria-label="Search results"] [data-message-id]';

/** The app's window, used as a person would use it and by the names that a person hears. */
export class AppWindow {
  readonly window: OpenWindow;
  readonly page: Page;

  private constructor(window: OpenWindow) {
    this.window = window;
    this.page = window.page;
  }

  /** Opens the app on a database; its list is on screen and nothing is being fetched. */
  static async open(context: BenchContext, db: string): Promise<AppWindow> {
    const app = new AppWindow(await openWindow(context, { kind: 'app', db }));
    await app.rows.first().waitFor();
    await app.settled();
    return app;
  }

  /** Rows of the session list that are in the document. */
  get rows(): Locator {
    return this.page.getByRole('listbox', { name: 'Sessions' }).locator('[role="option"][data-session-id]');
  }

  get searchBox(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search messages' });
  }

  get filterBox(): Locator {
    return this.page.getByRole('searchbox', { name: 'Filter sessions' });
  }

  get hits(): Locator {
    return this.page.locator(HIT);
  }

  /** Waits until nothing is being fetched. */
  async settled(): Promise<void> {
    await this.page.locator('html[data-ready="true"]').waitFor({ state: 'attached', timeout: SETTLED_MS });
  }

  async goTo(name: 'Sessions' | 'Search'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true }).click();
  }

  /** Does what a first search has to wait for, so that later ones do not. @returns milliseconds. */
  async prepareSearch(text: string): Promise<number> {
    const start = performance.now();
    await this.searchBox.fill(text);
    await this.hits.first().waitFor();
    await this.page.waitForTimeout(400);
    await this.settled();
    return performance.now() - start;
  }

  /** Comes to a hit with the keys that is not that of a message, and stays there until nothing is being fetched. */
  async comeToOtherHit(messageId: number): Promise<void> {
    await this.page.locator(`${HIT}:not([data-message-id="${messageId}"])`).first().focus();
    await this.page.waitForTimeout(400);
    await this.settled();
  }

  async clearSearch(): Promise<void> {
    await this.searchBox.fill('');
    await this.hits.first().waitFor({ state: 'detached' });
    await this.page.waitForTimeout(100);
    await this.settled();
  }

  /** Puts a whole text into the empty search box with one keystroke. @returns milliseconds until its first hit is painted. */
  async searchToPaint(text: string): Promise<number> {
    await this.searchBox.focus();
    await this.page.evaluate(armPaintWatch, { event: 'input', target: HIT, patienceMs: PAINT_MS });
    await this.page.keyboard.insertText(text);
    return this.page.evaluate(paintTime);
  }

  /** Clicks a hit. @returns milliseconds until its message is painted in the conversation. */
  async hitToPaint(messageId: number): Promise<number> {
    const target = `[aria-label="Conversation"] ${articleOf(messageId)}:not([aria-busy="true"])`;
    await this.page.evaluate(armPaintWatch, { event: 'click', target, patienceMs: PAINT_MS });
    await this.hitOf(messageId).click();
    return this.page.evaluate(paintTime);
  }

  /** @throws Error where a message of the conversation is not in sight: then something else was painted. */
  async requireInView(messageId: number): Promise<void> {
    const region = this.page.getByRole('region', { name: 'Conversation' });
    const [view, message] = [
      await region.boundingBox(),
      await region.locator(articleOf(messageId)).first().boundingBox(),
    ];
    if (view === null || message === null) throw new Error('The message of the hit is not in the conversation.');
    if (message.y + message.height < view.y || message.y > view.y + view.height)
      throw new Error('The conversation did not open at the message of the hit.');
  }

  hitOf(messageId: number): Locator {
    return this.page
      .getByRole('region', { name: 'Search results' })
      .locator(`[data-message-id="${messageId}"]`)
      .first();
  }
}

function articleOf(messageId: number): string {
  return `article[data-message-id="${messageId}"]`;
}
