import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chromiumArgs } from '../../scripts/electron-runtime.mjs';

const START_MS = 30_000;
const dist = resolve(import.meta.dirname, '../../dist');

/** Where a package for this system has its executable and its resources, as `npm run dist -- --dir` makes it. */
export function packagedPaths(): { executable: string; resources: string } {
  if (process.platform === 'darwin') {
    const contents = join(dist, process.arch === 'arm64' ? 'mac-arm64' : 'mac', 'Hermes Sessions.app', 'Contents');
    return { executable: join(contents, 'MacOS', 'Hermes Sessions'), resources: join(contents, 'Resources') };
  }
  const windows = process.platform === 'win32';
  const folder = join(dist, windows ? 'win-unpacked' : 'linux-unpacked');
  return {
    executable: join(folder, windows ? 'Hermes Sessions.exe' : 'hermes-sessions'),
    resources: join(folder, 'resources'),
  };
}

/**
 * Starts the package and gives its window to `use`. Through Chromium's debugging port, since the fuses of a package
 * forbid the inspector that Playwright drives Electron with.
 */
export async function withPackagedApp(args: readonly string[], use: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-sessions-packaged-'));
  const { executable } = packagedPaths();
  const switches = [...chromiumArgs(executable), ...(process.platform === 'linux' ? ['--disable-gpu'] : [])];
  const child = spawn(
    executable,
    [...switches, '--remote-debugging-port=0', '--lang=en', `--user-data-dir=${folder}`, ...args],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  try {
    const address = await debuggingAddress(child.stderr);
    await pageLoaded(address);
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0]?.pages()[0];
    if (page === undefined) throw new Error('the package shows no window');
    await use(page);
    await browser.close();
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function debuggingAddress(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the package did not start: ${text}`)), START_MS);
    const settle = () => clearTimeout(timer);
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      settle();
      done(address);
    });
    output.once('end', () => {
      settle();
      fail(new Error(`the package ended at once: ${text}`));
    });
  });
}

/** Playwright never gets an answer when it connects while the first page is being made. */
async function pageLoaded(address: string): Promise<void> {
  const list = `http://${new URL(address).host}/json/list`;
  const until = Date.now() + START_MS;
  for (;;) {
    const targets = (await (await fetch(list)).json()) as { type: string; title: string }[];
    if (targets.some(target => target.type === 'page' && target.title !== '')) return;
    if (Date.now() > until) throw new Error('the package loads no page');
    await new Promise(done => setTimeout(done, 100));
  }
}
