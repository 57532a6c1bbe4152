// The Node that the project's scripts run on. Node 20 has to be able to run this file.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, root } from '../project.mjs';

const LEAST = /** @type {const} */ ([22, 12]);
const BUNDLED = join(root, 'node_modules', '.bin', 'node');

/** Whether a dependency brings a Node of its own on this kind of machine. */
const isBrought = process.platform === 'linux' && process.arch === 'x64';

/** @param {string} version such as v24.1.0 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
}

/**
 * Stops before anything is installed where no suitable Node can be had.
 * @throws {PlainError} saying what to install
 */
export function requireInstallableNode() {
  if (!isBrought && !isNewEnough(process.version)) throw new PlainError(advice());
}

/**
 * After dependencies are installed: npm's scripts now run on a suitable Node.
 * @throws {PlainError} saying what to install
 */
export function requireNode() {
  const { error, stdout } = spawnSync(existsSync(BUNDLED) ? BUNDLED : process.execPath, ['--version'], {
    encoding: 'utf8',
  });
  if (error !== undefined || !isNewEnough(stdout.trim())) throw new PlainError(advice());
}

function advice() {
  const ways = {
    darwin: '"brew install node@24", or the installer from https://nodejs.org/en/download',
    win32: '"winget install OpenJS.NodeJS.LTS", or the installer from https://nodejs.org/en/download',
  };
  const how =
    process.platform in ways ? Reflect.get(ways, process.platform) : '"nvm install 24" (https://github.com/nvm-sh/nvm)';
  return `Node ${LEAST.join('.')} or newer is needed; this is ${process.version}. Install it with ${how}, then try again.`;
}
