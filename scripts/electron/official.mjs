// The official Electron binary: the npm package holds JavaScript only and downloads the rest.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { announce, readJson, root, runtimeCache } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

const PACKAGE = join(root, 'node_modules', 'electron');
const PROBE_MS = 5000;
const DOWNLOAD_MS = 10 * 60_000;
const RETRY_AFTER_MS = 24 * 3600_000;

/** @returns {string} the version that the project is built for */
export function officialVersion() {
  return readJson(join(PACKAGE, 'package.json')).version;
}

/** @returns {string | undefined} path of the executable, if the binary is there and complete */
export function findOfficial() {
  const version = readIfThere(join(PACKAGE, 'dist', 'version'))
    ?.replace(/^v/, '')
    .trim();
  const name = readIfThere(join(PACKAGE, 'path.txt'));
  if (version !== officialVersion() || name === undefined) return undefined;
  const executable = join(PACKAGE, 'dist', name);
  return existsSync(executable) ? executable : undefined;
}

/**
 * Downloads the binary. A failure is remembered for a day, so that not every start tries again.
 * @param {{ insist: boolean }} options `insist`: try even though it failed lately
 * @returns {Promise<string>} path of the executable
 * @throws {Error} with the reason
 */
export async function downloadOfficial({ insist }) {
  const host = downloadHost();
  const marker = join(runtimeCache, `no-download-${officialVersion()}-${host.name}`);
  if (!insist && failedLately(marker))
    throw new Error(`not downloaded, because that failed within the last day (${marker})`);
  try {
    if (!process.env['HTTPS_PROXY'] && !process.env['https_proxy']) await probe(host);
    announce(`Downloading Electron ${officialVersion()} from ${host.name} ...`);
    const code = await runCommand(process.execPath, [join(PACKAGE, 'install.js')], {
      stdio: ['ignore', 2, 2],
      timeoutMs: DOWNLOAD_MS,
    });
    const executable = findOfficial();
    if (executable === undefined) throw new Error(`the download from ${host.name} failed (exit code ${code})`);
    await rm(marker, { force: true });
    return executable;
  } catch (error) {
    await mkdir(runtimeCache, { recursive: true });
    await writeFile(marker, String(Date.now()));
    throw error;
  }
}

function downloadHost() {
  const mirror = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'];
  const url = new URL(mirror || 'https://github.com');
  return { name: url.hostname, port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443) };
}

/** @param {string} marker */
function failedLately(marker) {
  const at = Number(readIfThere(marker) ?? 0);
  return Math.abs(Date.now() - at) < RETRY_AFTER_MS;
}

/**
 * A closed network is noticed within seconds, without a short limit on the download itself, which slow lines need.
 * @param {{ name: string, port: number }} host
 * @returns {Promise<void>}
 */
function probe(host) {
  return new Promise((done, fail) => {
    const socket = connect({ host: host.name, port: host.port });
    const timer = setTimeout(() => socket.destroy(new Error('no answer within 5 seconds')), PROBE_MS);
    socket.once('connect', () => {
      socket.end();
      done();
    });
    socket.once('error', error => {
      fail(new Error(`${host.name} cannot be reached: ${error.message || 'connection refused'}`));
    });
    socket.once('close', () => {
      clearTimeout(timer);
    });
  });
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
