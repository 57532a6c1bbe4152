import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { _electron } from 'playwright';
import { chromiumArgs, resolveElectron } from '../../scripts/electron-runtime.mjs';
import { descendantsOf, stillRunning } from './processes.ts';

const CLOSE_MS = 10_000;
const ROOT = resolve(import.meta.dirname, '../..');
/** What Chromium and the inspector say on standard error on a healthy machine. */
const CHATTER =
  /^\s*$|:(?:ERROR|WARNING|INFO):|^Debugger |^DevTools listening|^For help, see|^Waiting for the debugger|^\[\d+:/;

/** What an app is started with. */
export interface LaunchOptions {
  /** Path of the database to open; without it the app looks where Hermes keeps its own, in an empty home. */
  readonly db?: string | undefined;
  /** Folder of the profile; without it a new one that is removed after the test. */
  readonly userDataDir?: string | undefined;
  /** Further arguments. */
  readonly args?: readonly string[] | undefined;
  /** Changes to the environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Path of a program that starts Electron, whose path it is given, in its own way. */
  readonly startsAs?: ((executable: string) => string) | undefined;
  /** Another executable than Electron with the built app, such as a packaged one. */
  readonly executable?: string | undefined;
}

/** An app that runs. */
export interface LaunchedApp {
  readonly app: ElectronApplication;
  /** Its first window, loaded. */
  readonly page: Page;
  readonly userDataDir: string;
  /** The app's home folder. */
  readonly home: string;
  /** What went wrong so far: faults that the app logged, errors and warnings on the console, uncaught exceptions. */
  readonly faults: readonly string[];
  /** Ids of its processes at this moment, the main one first. */
  readonly processIds: () => number[];
  /** Closes the app and returns the ids of processes that it left behind, which are then killed. */
  readonly close: () => Promise<number[]>;
}

/** `test` with `launchApp`, which starts the built app in real Electron; whatever still runs at the end of the test is ended. */
export const test = base.extend<{ launchApp: (options?: LaunchOptions) => Promise<LaunchedApp> }>({
  launchApp: async ({}, run) => {
    const launched: LaunchedApp[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'hermes-sessions-e2e-'));
    await run(async (options = {}) => {
      const one = await launchApp(options, mkdtempSync(join(folder, 'app-')));
      launched.push(one);
      return one;
    });
    for (const one of launched) await one.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

export { expect } from '@playwright/test';

/**
 * Starts the built app in real Electron.
 *
 * @param folder - where its home and its profile go; the caller removes it.
 */
export async function launchApp(options: LaunchOptions, folder: string): Promise<LaunchedApp> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const userDataDir = options.userDataDir ?? join(folder, 'user-data');
  const start = await command(options, userDataDir, folder);
  const app = await _electron.launch({ ...start, env: testEnvironment(home, options.env) });
  // Playwright forgets the process once it has ended.
  const child = app.process();
  const faults: string[] = [];
  collectFaults(child, faults);
  app.on('window', page => collectPageFaults(page, faults));
  const page = await app.firstWindow();
  collectPageFaults(page, faults);
  await page.waitForLoadState('domcontentloaded');
  return { app, page, userDataDir, home, faults, processIds: () => processIds(child), close: () => close(app, child) };
}

/** Slowness is not a fault: it is said of the machine as often as of the app. */
function collectFaults({ stderr }: ChildProcess, faults: string[]): void {
  if (stderr === null) return;
  createInterface({ input: stderr }).on('line', line => {
    if (!CHATTER.test(line) && !line.includes('slow operation')) faults.push(line);
  });
}

function collectPageFaults(page: Page, faults: string[]): void {
  if (watched.has(page)) return;
  watched.add(page);
  page.on('pageerror', error => faults.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
}

const watched = new WeakSet<Page>();

async function command(options: LaunchOptions, userDataDir: string, folder: string) {
  const executablePath = options.executable ?? (await resolveElectron()).exe;
  const args = [
    ...chromiumArgs(executablePath),
    ...(process.platform === 'linux' ? ['--disable-gpu'] : []),
    '--lang=en',
    `--user-data-dir=${userDataDir}`,
    ...(options.executable === undefined ? [heldApp(folder)] : []),
    ...(options.db === undefined ? [] : ['--db', options.db]),
    ...(options.args ?? []),
  ];
  return { executablePath: options.startsAs?.(executablePath) ?? executablePath, args };
}

/** A folder that starts the built app under its own name, but not before the driver is attached. */
function heldApp(folder: string): string {
  const held = join(folder, 'app');
  mkdirSync(held);
  const { name, productName, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageFile;
  const main = relative(held, join(import.meta.dirname, 'hold-until-attached.cjs'));
  writeFileSync(join(held, 'package.json'), JSON.stringify({ name, productName, version, main }));
  return held;
}

interface PackageFile {
  readonly name: string;
  readonly productName: string;
  readonly version: string;
}

/** The environment of the tests, without what would lead to the developer's own database or change the language. */
export function testEnvironment(home: string, changes: LaunchOptions['env'] = {}): Record<string, string> {
  const env = { ...process.env, HERMES_HOME: undefined, ELECTRON_RUN_AS_NODE: undefined, HOME: home, LANGUAGE: 'en' };
  const entries = Object.entries({ ...env, ...changes });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function processIds({ pid }: ChildProcess): number[] {
  return pid === undefined ? [] : [pid, ...descendantsOf(pid)];
}

async function close(app: ElectronApplication, child: ChildProcess): Promise<number[]> {
  const pids = processIds(child);
  if (child.exitCode === null && child.signalCode === null) {
    const late = new Promise<void>(done => setTimeout(done, CLOSE_MS).unref());
    await Promise.race([app.close(), late]);
  }
  const left = await waitUntilGone(pids);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left;
}

/** Helper processes end a moment after the main one. */
async function waitUntilGone(pids: readonly number[]): Promise<number[]> {
  const until = Date.now() + CLOSE_MS;
  for (;;) {
    const left = stillRunning(pids);
    if (left.length === 0 || Date.now() > until) return left;
    await new Promise(done => setTimeout(done, 50));
  }
}
