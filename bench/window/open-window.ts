import { _electron } from 'playwright';
import type { ElectronApplication, Page } from '@playwright/test';
import { descendantsOf, stillRunning } from '../../test/support/processes.ts';
import type { BenchContext } from '../measurement.ts';
import { startCommand, startEnvironment, type Kind } from './command.ts';

const CLOSE_MS = 10_000;

/** A running window under control. */
export interface OpenWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Ids of its processes at this moment. */
  readonly processIds: () => number[];
  readonly close: () => Promise<void>;
}

/** Opens a window with a new profile; it is closed after the measurement at the latest. */
export async function openWindow(context: BenchContext, window: Kind): Promise<OpenWindow> {
  const folder = context.makeFolder();
  const { exe, args } = await startCommand(window, `${folder}/user-data`);
  const env = Object.entries(startEnvironment(folder)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const app = await _electron.launch({ executablePath: exe, args, env: Object.fromEntries(env) });
  const child = app.process();
  const processIds = () => (child.pid === undefined ? [] : [child.pid, ...descendantsOf(child.pid)]);
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= end(app, processIds()));
  context.defer(close);
  const page = await app.firstWindow();
  page.setDefaultTimeout(60_000);
  await page.waitForLoadState('domcontentloaded');
  return { app, page, processIds, close };
}

async function end(app: ElectronApplication, pids: readonly number[]): Promise<void> {
  const late = new Promise<void>(done => setTimeout(done, CLOSE_MS).unref());
  await Promise.race([app.close(), late]);
  for (const pid of stillRunning(pids)) process.kill(pid, 'SIGKILL');
}
