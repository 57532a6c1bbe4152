import type { DrivenApp } from '../test/case-runner/driven-app.ts';

/** One picture of the documentation. */
export interface Scene {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  /** Width of the window in pixels; 1440 unless given. */
  readonly width?: number;
  /** Compact unless given. */
  readonly density?: 'compact' | 'comfortable';
  readonly play: (app: DrivenApp) => Promise<void>;
}

const open =
  (title: RegExp, filter = '') =>
  async (app: DrivenApp): Promise<void> => {
    const { page } = app;
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill(filter);
    await page.getByRole('option', { name: title }).first().click();
    await page.locator('article:not([aria-busy="true"])').first().waitFor();
    await app.settled();
  };

const openDocker = open(/Fix Docker build on arm64 #3/);
const openLimiter = open(/Token bucket/);

/** Scrolls the conversation by pixels; a negative number goes up. */
async function scroll(app: DrivenApp, pixels: number): Promise<void> {
  await app.page.getByRole('region', { name: 'Conversation' }).hover();
  await app.page.mouse.wheel(0, pixels);
  await app.page.waitForTimeout(500);
  await app.settled();
}

async function click(app: DrivenApp, name: RegExp): Promise<void> {
  await app.page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name }).first().click();
  await app.settled();
}

/** The app itself with its sample data. */
export const SCENES: readonly Scene[] = [
  { name: 'sessions', theme: 'light', play: openDocker },
  { name: 'sessions-dark', theme: 'dark', play: openDocker },
  {
    name: 'search',
    theme: 'light',
    play: async app => {
      await app.search('arm64');
    },
  },
  {
    name: 'lineage',
    theme: 'dark',
    play: async app => {
      await openDocker(app);
      await app.page.getByRole('tab', { name: 'Lineage' }).click();
      await app.settled();
    },
  },
  {
    name: 'dashboard',
    theme: 'light',
    play: async app => {
      await app.page.getByRole('button', { name: 'Dashboard' }).click();
      await app.page.locator('.recharts-bar-rectangle').first().waitFor();
      await app.settled();
    },
  },
  {
    name: 'prune',
    theme: 'dark',
    play: async app => {
      await app.page.getByRole('button', { name: 'Settings' }).click();
      await app.page.getByRole('spinbutton').fill('1');
      await app.page.getByRole('button', { name: 'Dry run' }).click();
      await app.page.getByRole('group', { name: 'Dry run' }).waitFor();
      await app.page.getByRole('heading', { name: 'Prune' }).evaluate(heading => {
        heading.scrollIntoView();
      });
      await app.settled();
    },
  },
  {
    name: 'palette',
    theme: 'dark',
    play: async app => {
      await openLimiter(app);
      await app.page.keyboard.press('ControlOrMeta+k');
      await app.page.keyboard.type('build');
      await app.settled();
    },
  },
  {
    name: 'reading-code',
    theme: 'light',
    play: async app => {
      await openLimiter(app);
      await scroll(app, -9000);
      await click(app, /^patch|patch /);
      await scroll(app, 300);
    },
  },
  {
    name: 'reading-failed-tool',
    theme: 'dark',
    play: async app => {
      await openLimiter(app);
      await scroll(app, -9000);
      await click(app, /terminal/);
    },
  },
  {
    name: 'reading-compaction',
    theme: 'light',
    width: 1920,
    play: async app => {
      await openDocker(app);
      await scroll(app, -9000);
      await click(app, /X-ray/);
      await scroll(app, 260);
    },
  },
  {
    name: 'reading-subagent',
    theme: 'dark',
    play: async app => {
      await openDocker(app);
      await click(app, /delegate_task/);
      await click(app, /Open subagent inline/);
      await scroll(app, 300);
    },
  },
  { name: 'reading-telegram', theme: 'light', width: 1100, density: 'comfortable', play: open(/Погода/) },
  { name: 'reading-japanese', theme: 'dark', density: 'comfortable', play: open(/請求書/) },
  { name: 'reading-picture', theme: 'light', width: 900, play: open(/this chart/, 'chart') },
  {
    name: 'reading-diagram',
    theme: 'dark',
    play: async app => {
      await openLimiter(app);
      await click(app, /Draw diagram/);
      await app.page.waitForTimeout(2500);
    },
  },
];
