// npm run check: all that can be said of the sources without starting the app.
import { npmCommand, runCommand } from '../run-command.mjs';
import { runStages } from '../stages.mjs';

const MINUTE_MS = 60_000;
const SCRIPTS = ['format:check', 'lint', 'typecheck', 'boundaries', 'knip'];

/** @returns {Promise<number>} */
export function check() {
  const stages = SCRIPTS.map(name => ({ name, limitMs: 8 * MINUTE_MS, run: runScript(name) }));
  return runStages(stages, { withinMs: 11 * MINUTE_MS });
}

/**
 * @param {string} name of an npm script, which counts as one check
 * @returns {(timeoutMs: number) => Promise<import('../stages.mjs').Outcome>}
 */
function runScript(name) {
  return async timeoutMs => {
    const npm = npmCommand(['run', '-s', name]);
    const code = await runCommand(npm.command, npm.args, { timeoutMs });
    return { code, counts: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 } };
  };
}
