import { PlainError } from '../project.mjs';
import { isOnPath } from '../run-command.mjs';
import { aptInstall } from './apt.mjs';

const PACKAGES = ['gcc', 'libc6-dev'];
const COMMAND = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;

/**
 * Makes sure that there is a C compiler: tests build a tokenizer that SQLite loads. As root with apt it is installed,
 * otherwise the command is told.
 * @throws {PlainError} with the exact command to run
 */
export async function requireCompiler() {
  if (isOnPath('cc')) return;
  if (process.platform === 'darwin') throw new PlainError('The tests need a C compiler. Run: xcode-select --install');
  if (!isOnPath('apt-get'))
    throw new PlainError('The tests need a C compiler named cc. On Fedora: sudo dnf install gcc');
  if (process.getuid?.() !== 0) throw new PlainError(`The tests need a C compiler. Run: sudo sh -c '${COMMAND}'`);
  const code = await aptInstall('a C compiler (cc)', () => PACKAGES);
  if (code !== 0 || !isOnPath('cc')) throw new PlainError(`The C compiler could not be installed. Run: ${COMMAND}`);
}
