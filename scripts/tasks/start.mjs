// npm start and npm run dev: the app in a window, or a picture of its window.
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { hasDisplay, requireDisplay, startVirtualDisplay } from '../display.mjs';
import { announceElectron, chromiumArgs, resolveElectron } from '../electron-runtime.mjs';
import { PlainError, announce, root } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { requireSystemLibraries } from '../setup/system-libraries.mjs';

const SCREENSHOT_MS = 120_000;

/**
 * @param {readonly string[]} args for the app; with `--screenshot=<absolute path>` it writes a picture and ends
 * @returns {Promise<number>}
 */
export async function start(args) {
  const wantsPicture = args.some(word => word.startsWith('--screenshot='));
  if (!wantsPicture) requireDisplay();
  const virtual = !hasDisplay();
  const exe = await prepareElectron(virtual);
  await buildApp({ onlyIfStale: true });
  const limit = wantsPicture ? { timeoutMs: SCREENSHOT_MS } : {};
  const display = virtual ? await startVirtualDisplay() : undefined;
  try {
    // A virtual display has no graphics card: without the switch Chromium complains that it finds none.
    const switches = [...sandboxArgs(exe), ...(virtual ? ['--disable-gpu'] : [])];
    const code = await runCommand(exe, [...switches, root, ...args], { env: appEnv(display?.env), ...limit });
    if (wantsPicture && code === 124) throw new PlainError('The window was not drawn within two minutes.');
    return code;
  } finally {
    await display?.stop();
  }
}

/**
 * @param {readonly string[]} args for the app
 * @returns {Promise<number>}
 */
export async function dev(args) {
  requireDisplay();
  const exe = await prepareElectron(false);
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const env = { ...appEnv(), ELECTRON_EXEC_PATH: exe };
  return runCommand(process.execPath, [cli, 'dev', '--', ...sandboxArgs(exe), ...args], { cwd: root, env });
}

/** @param {boolean} virtualDisplay */
async function prepareElectron(virtualDisplay) {
  const runtime = await resolveElectron();
  announceElectron(runtime);
  await requireSystemLibraries(runtime.exe, { virtualDisplay });
  return runtime.exe;
}

/** @param {string} exe */
function sandboxArgs(exe) {
  const args = chromiumArgs(exe);
  if (args.length > 0) announce(`Chromium's sandbox is not available here; starting with ${args.join(' ')}.`);
  return args;
}

/** @param {NodeJS.ProcessEnv} [base] */
function appEnv(base = process.env) {
  // Set by some editors' terminals, it would make Electron a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = base;
  return env;
}
