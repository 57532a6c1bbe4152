import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSample } from '../src/main/sample-data/make-sample.ts';
import { DrivenApp } from '../test/case-runner/driven-app.ts';
import { launchApp } from '../test/support/electron-app.ts';
import { SCENES } from './screenshot-scenes.ts';

/** Pictures of the documentation; names of scenes on the command line draw only those. */
const TARGET = join(import.meta.dirname, '../docs/screenshots');
const WIDTH = 1440;
const HEIGHT = 900;

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'hermes-screenshots-'));
try {
  const db = join(folder, 'state.db');
  makeSample(db, Date.now() / 1000);
  mkdirSync(TARGET, { recursive: true });
  for (const { name, theme, width = WIDTH, density = 'compact', play } of SCENES) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const home = mkdtempSync(join(folder, 'app-'));
    const userDataDir = join(home, 'user-data');
    mkdirSync(userDataDir);
    const window = { x: 0, y: 0, width, height: HEIGHT };
    writeFileSync(join(userDataDir, 'settings.json'), JSON.stringify({ preferences: { theme, density }, window }));
    const app = new DrivenApp(await launchApp({ db, userDataDir }, home));
    await app.settled();
    await play(app);
    // Nothing is hovered: in the title bar, between its controls.
    await app.page.mouse.move(width * 0.75, 4);
    await app.settled();
    await app.page.screenshot({ path: join(TARGET, `${name}.png`) });
    await app.launched.close();
    process.stdout.write(`docs/screenshots/${name}.png\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
