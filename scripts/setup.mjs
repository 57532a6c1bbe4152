// First half of every command: makes node_modules and a suitable Node, on the Node that the machine has (20 or newer), and hands
// over to scripts/run.mjs. Through npm, since only a new npm script finds the Node that was just installed.
import { resolve } from 'node:path';
import { requireDisplay } from './display.mjs';
import { PlainError, root, runAsCommand } from './project.mjs';
import { npmCommand, runCommand } from './run-command.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { requireInstallableNode, requireNode } from './setup/node-version.mjs';

/** Options that are followed by a path, and what could stand there. @type {Record<string, string>} */
const EXAMPLES = { '--db': 'state.db', '--screenshot': 'out.png', '--user-data-dir': 'profile', '--peer': 'folder' };
const PATH_OPTIONS = Object.keys(EXAMPLES);
/** Tasks whose first word is a file or folder. */
const PATH_FIRST = ['test-fixtures', 'test-cases', 'make-db'];

await runAsCommand(async () => {
  const [task = '', ...rest] = process.argv.slice(2);
  const args = withAbsolutePaths(rest, PATH_FIRST.includes(task));
  if (task === 'start' && !args.some(word => word.startsWith('--screenshot='))) requireDisplay();
  requireInstallableNode();
  await installDependencies();
  requireNode();
  const npm = npmCommand(['run', '-s', '--no-update-notifier', 'with-node', '--', task, ...args]);
  return runCommand(npm.command, npm.args, { cwd: root });
});

/**
 * npm starts scripts in the project's folder: paths are meant from where the person typed them.
 * @param {readonly string[]} words
 * @param {boolean} pathFirst whether the first word is a path
 * @returns {string[]} with `--option path` as `--option=<absolute path>`
 */
function withAbsolutePaths(words, pathFirst) {
  const [word, ...rest] = words;
  if (word === undefined) return [];
  if (pathFirst && !word.startsWith('-')) return [absolute(word), ...withAbsolutePaths(rest, false)];
  const option = PATH_OPTIONS.find(name => word === name || word.startsWith(`${name}=`));
  if (option === undefined) return [word, ...withAbsolutePaths(rest, false)];
  const [path, ...others] = word === option ? rest : [word.slice(option.length + 1), ...rest];
  if (!path || path.startsWith('--'))
    throw new PlainError(`${option} needs a path, such as: ${option} ${EXAMPLES[option]}`);
  return [`${option}=${absolute(path)}`, ...withAbsolutePaths(others, false)];
}

/** @param {string} path */
function absolute(path) {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
