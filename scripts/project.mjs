// What the scripts know of the project and of the machine. Node 20 has to be able to run this file.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Absolute path of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** Folder for Electron runtimes that are shared by all clones of one user. */
export const runtimeCache = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'hermes-session-browser-electron',
);

/**
 * @param {string} path
 * @returns {any} the parsed file
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Says something to the person at the terminal. Always on stderr: stdout belongs to results, such as a path.
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`${text}\n`);
}

/** An error whose message is all that the person needs to read: no stack is printed. */
export class PlainError extends Error {}

/**
 * Runs the body of a command: its number becomes the exit code, a PlainError is printed without a stack.
 * @param {() => Promise<number>} body
 */
export async function runAsCommand(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    announce(error instanceof PlainError ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
