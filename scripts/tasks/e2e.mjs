// npm run e2e: Playwright drives the built app in real Electron, on a virtual display of its own.
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { startVirtualDisplay } from '../display.mjs';
import { announceElectron, resolveElectron } from '../electron-runtime.mjs';
import { root } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { requireSystemLibraries } from '../setup/system-libraries.mjs';

/**
 * @param {readonly string[]} args for Playwright
 * @returns {Promise<number>}
 */
export async function e2e(args) {
  await buildApp({ onlyIfStale: true });
  return runPlaywright(args);
}

/**
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<number>}
 */
export async function runPlaywright(args, options = {}) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  return onTestDisplay(env =>
    runCommand(process.execPath, [cli, 'test', ...args], { ...options, cwd: root, env: { ...env, ...options.env } }),
  );
}

/**
 * Runs something that drives the app. Windows appear on a virtual display unless E2E_HEADED=1 asks for the real one.
 * @param {(env: NodeJS.ProcessEnv) => Promise<number>} run
 * @returns {Promise<number>}
 */
export async function onTestDisplay(run) {
  const virtual = process.platform === 'linux' && process.env['E2E_HEADED'] !== '1';
  const runtime = await resolveElectron();
  announceElectron(runtime);
  await requireSystemLibraries(runtime.exe, { virtualDisplay: virtual });
  if (!virtual) return run(process.env);
  const display = await startVirtualDisplay();
  try {
    return await run(display.env);
  } finally {
    await display.stop();
  }
}
