// Libraries of the operating system that Electron needs on Linux, and a virtual display where there is none.
import { spawnSync } from 'node:child_process';
import { PlainError } from '../project.mjs';
import { isOnPath } from '../run-command.mjs';
import { aptInstall } from './apt.mjs';

const DEBIAN = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'];
// Debian 13 and Ubuntu 24.04 renamed these two.
const DEBIAN_RENAMED = ['libgtk-3-0', 'libasound2'];
const FEDORA = ['gtk3', 'nss', 'alsa-lib', 'mesa-libgbm'];

/**
 * Makes sure that an executable finds its libraries. As root with apt they are installed, otherwise the command is told.
 * @param {string} executable
 * @param {{ virtualDisplay: boolean }} needs
 * @throws {PlainError} with the exact command to run
 */
export async function requireSystemLibraries(executable, { virtualDisplay }) {
  if (process.platform !== 'linux') return;
  const missing = missingParts(executable, virtualDisplay);
  if (missing.length === 0) return;
  const list = missing.join(', ');
  if (!isOnPath('apt-get')) {
    throw new PlainError(`Missing on this system: ${list}\nOn Fedora: sudo dnf install ${fedora(virtualDisplay)}`);
  }
  if (process.getuid?.() !== 0) {
    throw new PlainError(`Missing on this system: ${list}\nRun: ${debianCommand('sudo ', virtualDisplay)}`);
  }
  await installWithApt(list, virtualDisplay);
  const left = missingParts(executable, virtualDisplay);
  if (left.length > 0) throw new PlainError(`Still missing after the installation: ${left.join(', ')}`);
}

/**
 * @param {string} executable
 * @param {boolean} virtualDisplay
 * @returns {string[]}
 */
function missingParts(executable, virtualDisplay) {
  // Where there is no ldd the answer stays open, and Electron itself says what it misses.
  const { error, stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  const libraries = [...(error === undefined ? stdout : '').matchAll(/^\s*(\S+) => not found/gm)].map(
    match => match[1] ?? '',
  );
  return virtualDisplay && !isOnPath('Xvfb') ? [...libraries, 'Xvfb (virtual display)'] : libraries;
}

/**
 * @param {string} list
 * @param {boolean} virtualDisplay
 */
async function installWithApt(list, virtualDisplay) {
  // Names are asked for again after the lists were fetched: only then may apt know them.
  const packages = () => debianPackages(virtualDisplay);
  const code = await aptInstall(list, packages);
  if (code !== 0) throw new PlainError(`apt-get failed (exit code ${code}). Run: ${debianCommand('', virtualDisplay)}`);
}

/** @param {boolean} virtualDisplay */
function debianPackages(virtualDisplay) {
  const packages = virtualDisplay ? ['xvfb', ...DEBIAN] : DEBIAN;
  return packages.map(name => (DEBIAN_RENAMED.includes(name) && isKnownToApt(`${name}t64`) ? `${name}t64` : name));
}

/** @param {string} name */
function isKnownToApt(name) {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'ignore' }).status === 0;
}

/**
 * @param {string} prefix
 * @param {boolean} virtualDisplay
 */
function debianCommand(prefix, virtualDisplay) {
  const packages = debianPackages(virtualDisplay).join(' ');
  return `${prefix}apt-get update && ${prefix}apt-get install -y --no-install-recommends ${packages}`;
}

/** @param {boolean} virtualDisplay */
function fedora(virtualDisplay) {
  return [...(virtualDisplay ? ['xorg-x11-server-Xvfb'] : []), ...FEDORA].join(' ');
}
