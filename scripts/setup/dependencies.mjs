// node_modules as the lockfile says. Node 20 has to be able to run this file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, announce, readJson, root } from '../project.mjs';
import { npmCommand, runCommand } from '../run-command.mjs';

/**
 * Installs dependencies where they are missing or not those of the lockfile.
 * @throws {PlainError} when npm fails
 */
export async function installDependencies() {
  const reason = whatIsMissing();
  if (reason === undefined) return;
  announce(`Installing dependencies (${reason}) ...`);
  // Development dependencies build the app, whatever the machine's npm settings say of production.
  const npm = npmCommand(['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-update-notifier']);
  const code = await runCommand(npm.command, npm.args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new PlainError(`"npm ci" failed (exit code ${code}). Is the npm registry reachable?`);
}

/** @returns {string | undefined} */
function whatIsMissing() {
  // npm writes this file at the end of an installation: where it is missing, one was interrupted.
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return 'node_modules is missing or incomplete';
  const installed = readJson(installedFile).packages;
  for (const [path, wanted] of Object.entries(readJson(join(root, 'package-lock.json')).packages)) {
    if (path === '') continue;
    const present = installed[path];
    if (present === undefined ? !wanted.optional : present.version !== wanted.version)
      return `${path} ${wanted.version}`;
    if (present !== undefined && !existsSync(join(root, path))) return `${path} ${wanted.version}`;
  }
  return undefined;
}
