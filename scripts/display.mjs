// Displays on Linux: whether there is one, and virtual ones. Node 20 has to be able to run this file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PlainError } from './project.mjs';
import { isOnPath } from './run-command.mjs';

const SCREEN = '2560x1440x24';

/** @returns {boolean} whether windows can be shown */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** @throws {PlainError} with two ways out, where windows cannot be shown */
export function requireDisplay() {
  if (hasDisplay()) return;
  const install = isOnPath('Xvfb') ? '' : 'apt-get update && apt-get install -y --no-install-recommends xvfb; ';
  throw new PlainError(
    [
      'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.',
      '  For a picture of the window:  npm start -- --screenshot out.png',
      `  On a virtual display:         ${install}Xvfb :99 -screen 0 ${SCREEN} -nolisten tcp & DISPLAY=:99 npm start`,
    ].join('\n'),
  );
}

/**
 * Starts a virtual display of its own, with a number that is free.
 * @param {string} [screen] width, height and depth
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> }>} environment for programs that shall use it
 * @throws {PlainError} when it does not start
 */
export async function startVirtualDisplay(screen = SCREEN) {
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'];
  // A process group of its own: Ctrl+C at the terminal has to end the app first.
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const number = await new Promise((done, fail) => {
    server.once('error', error => {
      fail(new PlainError(`Xvfb, the virtual display, cannot be started: ${error.message}`));
    });
    server.once('exit', code => {
      fail(new PlainError(`Xvfb, the virtual display, ended at once (exit code ${code})`));
    });
    server.stdio[3]?.once('data', data => {
      done(String(data).trim());
    });
  });
  const { WAYLAND_DISPLAY: _, ...env } = process.env;
  return {
    env: { ...env, DISPLAY: `:${number}` },
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
