// First half of every command: makes node_modules and a suitable Node, on the Node that the machine has (20 or newer), and hands
// over to scripts/run.mjs. Through npm, since only a new npm script finds the Node that was just installed.
import { resolve } from 'node:path';
import { requireDisplay } from './display.mjs';
import { PlainError, root, runAsCommand } from './project.mjs';
import { npmCommand, runCommand } from './run-command.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { requireInstallableNode, requireNode } from './setup/node-version.mjs';

const PATH_OPTIONS = ['--db', '--screenshot', '--user-data-dir'];

await runAsCommand(async () => {
  const [task = '', ...rest] = process.argv.slice(2);
  const args = withAbsolutePaths(rest);
  if (task === 'start' && !args.some(word => word.startsWith('--screenshot='))) requireDisplay();
  requireInstallableNode();
  await installDependencies();
  requireNode();
  const npm = npmCommand(['run', '-s', 'with-node', '--', task, ...args]);
  return runCommand(npm.command, npm.args, { cwd: root });
});

/**
 * npm starts scripts in the project's folder: paths are meant from where the person typed them.
 * @param {readonly string[]} words
 * @returns {string[]} with `--option path` as `--option=<absolute path>`
 */
function withAbsolutePaths(words) {
  const from = process.env['INIT_CWD'] ?? process.cwd();
  const result = [];
  for (let at = 0; at < words.length; at += 1) {
    const [option = '', ...parts] = (words[at] ?? '').split('=');
    if (!PATH_OPTIONS.includes(option)) {
      result.push(words[at] ?? '');
      continue;
    }
    const path = parts.length > 0 ? parts.join('=') : words[(at += 1)];
    if (!path) throw new PlainError(`${option} needs a path, such as: npm start -- ${option} ${example(option)}`);
    result.push(`${option}=${resolve(from, path)}`);
  }
  return result;
}

/** @param {string} option */
function example(option) {
  return option === '--screenshot' ? 'out.png' : option === '--db' ? 'state.db' : 'folder';
}
