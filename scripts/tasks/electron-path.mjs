// npm run -s electron:path: the executable to start the app with, as `<path> <this folder> --db <file>`.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { announceElectron, chromiumArgs, resolveElectron } from '../electron-runtime.mjs';
import { root } from '../project.mjs';
import { requireSystemLibraries } from '../setup/system-libraries.mjs';

/** @returns {Promise<number>} */
export async function printElectronPath() {
  const runtime = await resolveElectron();
  announceElectron(runtime);
  await requireSystemLibraries(runtime.exe, { virtualDisplay: false });
  await buildApp({ onlyIfStale: true });
  process.stdout.write(`${startable(runtime.exe)}\n`);
  return 0;
}

/**
 * Chromium refuses to start as root without --no-sandbox. Whoever is given this path need not know:
 * where the switch is needed, the path is that of a small script which adds it.
 * @param {string} exe
 */
function startable(exe) {
  const switches = chromiumArgs(exe);
  if (switches.length === 0) return exe;
  const folder = join(root, '.cache', 'electron');
  const script = join(folder, 'electron');
  const draft = `${script}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, `#!/bin/sh\nexec '${exe.replaceAll("'", `'\\''`)}' ${switches.join(' ')} "$@"\n`);
  chmodSync(draft, 0o755);
  renameSync(draft, script);
  return script;
}
