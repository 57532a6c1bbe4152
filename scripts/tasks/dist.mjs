// npm run dist: packages of the app; with --dir only the unpacked folder.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { builderConfig } from '../../electron/builder-config.mjs';
import { buildApp } from '../build.mjs';
import { announceElectron, resolveElectron } from '../electron-runtime.mjs';
import { PlainError, announce, root } from '../project.mjs';

/** @typedef {import('../electron-runtime.mjs').ElectronRuntime} ElectronRuntime */

const OUTPUT = join(root, 'dist');

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function dist(args) {
  const unknown = args.filter(word => word !== '--dir');
  if (unknown.length > 0) throw new PlainError(`npm run dist knows --dir only, not ${unknown.join(' ')}.`);
  const runtime = await resolveElectron();
  announceElectron(runtime);
  if (runtime.kind === 'fallback' && !args.includes('--dir')) {
    throw new PlainError(
      'Packages to give away need the official Electron. To try one out here: npm run dist -- --dir',
    );
  }
  await buildApp({ onlyIfStale: true });
  await rm(OUTPUT, { recursive: true, force: true });
  await build({
    projectDir: root,
    targets: Platform.current().createTarget(args.includes('--dir') ? 'dir' : undefined),
    config: { ...builderConfig, ...runtimeConfig(runtime) },
  });
  if (runtime.kind === 'fallback') await moveBehindLoader();
  announce(`Packaged into ${OUTPUT}.`);
  return 0;
}

/**
 * @param {ElectronRuntime} runtime
 * @returns {import('electron-builder').Configuration}
 */
function runtimeConfig({ exe, version, kind }) {
  if (kind === 'official')
    return { electronDist: join(root, 'node_modules', 'electron', 'dist'), electronVersion: version };
  const electronDist = process.platform === 'darwin' ? join(dirname(exe), '..', '..', '..') : dirname(exe);
  // The fuses of the stand-in are set already, and its loader is a folder, which they would forbid.
  return { electronDist, electronVersion: version, ...(kind === 'fallback' ? { electronFuses: null } : {}) };
}

/** Electron would start resources/app.asar rather than the stand-in's loader in resources/app. */
async function moveBehindLoader() {
  const resources = join(OUTPUT, 'linux-unpacked', 'resources');
  await mkdir(join(resources, 'packaged'));
  for (const name of ['app.asar', 'app.asar.unpacked']) {
    const from = join(resources, name);
    if (existsSync(from)) await rename(from, join(resources, 'packaged', name));
  }
}
