import { announce } from '../project.mjs';
import { runCommand } from '../run-command.mjs';

/**
 * Installs packages of Debian or Ubuntu; needs root.
 * @param {string} missing what the user is told is missing
 * @param {() => string[]} packages asked before and after the lists are fetched
 * @returns {Promise<number>} exit code of apt-get
 */
export async function aptInstall(missing, packages) {
  announce(`Missing on this system: ${missing}\nInstalling with apt: ${packages().join(' ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = /** @param {string[]} args */ args =>
    runCommand('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await apt(['-qq', 'update']);
  return apt(['-qq', 'install', '-y', '--no-install-recommends', ...packages()]);
}
