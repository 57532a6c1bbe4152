// Starting other programs. Node 20 has to be able to run this file.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PASSED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('node:child_process').StdioOptions} [stdio] defaults to 'inherit'
 * @property {number} [timeoutMs] after which the program and all that it started are killed
 */

/**
 * Runs a program to its end, passing signals on to it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<number>} exit code; 128 + signal when a signal ended it, 124 after a timeout
 * @throws {Error} when the program cannot be started
 */
export function runCommand(command, args, options = {}) {
  // A timeout has to reach grandchildren as well, which takes a process group of their own.
  const detached = options.timeoutMs !== undefined && process.platform !== 'win32';
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: options.stdio ?? 'inherit',
    detached,
  });
  /** @param {NodeJS.Signals} signal */
  const kill = signal => (detached && child.pid !== undefined ? killGroup(child.pid, signal) : child.kill(signal));
  for (const signal of PASSED_ON) process.on(signal, kill);
  let timedOut = false;
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          kill('SIGTERM');
          setTimeout(kill, 5000, 'SIGKILL').unref();
        }, options.timeoutMs);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      done(timedOut ? 124 : exitCode(code, signal));
    });
  }).finally(() => {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, kill);
  });
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group may have ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * How to start npm: the one that runs this script where there is one, since Windows cannot start `npm` without a shell.
 * @param {readonly string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand(args) {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('.js')
    ? { command: process.execPath, args: [cli, ...args] }
    : { command: 'npm', args: [...args] };
}

/**
 * @param {string} program
 * @returns {boolean} whether PATH has it
 */
export function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, program)));
}
