import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSample } from '../src/main/sample-data/make-sample.ts';
import { DrivenApp } from '../test/case-runner/driven-app.ts';
import { launchApp } from '../test/support/electron-app.ts';

/** Pictures of the documentation: the app itself with its sample data. */
const TARGET = join(import.meta.dirname, '../docs/screenshots');
const SIZE = { x: 0, y: 0, width: 1440, height: 900 };

type Scene = (app: DrivenApp) => Promise<void>;

const openConversation: Scene = async app => {
  await app.page.getByRole('option', { name: /Fix Docker build on arm64 #3/ }).click();
  await app.page.locator('article:not([aria-busy="true"])').first().waitFor();
  await app.settled();
};

const SCENES: readonly { readonly name: string; readonly theme: 'light' | 'dark'; readonly play: Scene }[] = [
  { name: 'sessions', theme: 'light', play: openConversation },
  { name: 'sessions-dark', theme: 'dark', play: openConversation },
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
      await openConversation(app);
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
];

const folder = mkdtempSync(join(tmpdir(), 'hermes-screenshots-'));
try {
  const db = join(folder, 'state.db');
  makeSample(db, Date.now() / 1000);
  mkdirSync(TARGET, { recursive: true });
  for (const { name, theme, play } of SCENES) {
    const home = mkdtempSync(join(folder, 'app-'));
    const userDataDir = join(home, 'user-data');
    mkdirSync(userDataDir);
    writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ preferences: { theme }, window: SIZE }));
    const app = new DrivenApp(await launchApp({ db, userDataDir }, home));
    await app.settled();
    await play(app);
    await app.page.screenshot({ path: join(TARGET, `${name}.png`) });
    await app.launched.close();
    process.stdout.write(`docs/screenshots/${name}.png\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
