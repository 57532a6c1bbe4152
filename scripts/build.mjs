// Builds the app into out/. With --if-stale only when sources have changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, announce, root, runAsCommand } from './project.mjs';
import { runCommand } from './run-command.mjs';

const SOURCES = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const STAMP = join(root, 'out', 'build-stamp');

/**
 * @param {{ onlyIfStale: boolean }} options
 * @throws {PlainError} when the build fails
 */
export async function buildApp({ onlyIfStale }) {
  const stamp = sourcesHash();
  if (onlyIfStale && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  announce('Building the app ...');
  rmSync(STAMP, { force: true });
  const cli = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const code = await runCommand(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0) throw new PlainError(`The build failed (exit code ${code}).`);
  writeFileSync(STAMP, stamp);
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesBelow)) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (path !== 'src') return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

if (import.meta.filename === process.argv[1]) {
  await runAsCommand(async () => {
    await buildApp({ onlyIfStale: process.argv.includes('--if-stale') });
    return 0;
  });
}
