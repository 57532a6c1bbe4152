// Programs of the project that are written in TypeScript, which this Node runs as it is.
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { root } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { onTestDisplay } from './e2e.mjs';

/**
 * @param {string} script path within the repository
 * @returns {(args: readonly string[], options?: import('../run-command.mjs').CommandOptions) => Promise<number>}
 */
function plainTool(script) {
  return (args, options = {}) => runCommand(process.execPath, [join(root, script), ...args], { ...options, cwd: root });
}

/**
 * A program that drives the built app: with a display, and the build up to date.
 * @param {string} script path within the repository
 * @returns {(args: readonly string[], options?: import('../run-command.mjs').CommandOptions) => Promise<number>}
 */
function toolThatDrivesTheApp(script) {
  return async (args, options = {}) => {
    await buildApp({ onlyIfStale: true });
    return onTestDisplay(env => plainTool(script)(args, { ...options, env }));
  };
}

export const testFixtures = plainTool('scripts/test-fixtures.ts');
export const testCases = toolThatDrivesTheApp('scripts/test-cases.ts');
export const makeDb = plainTool('bench/make-db.ts');
export const bench = toolThatDrivesTheApp('bench/bench.ts');
export const screenshots = toolThatDrivesTheApp('scripts/take-screenshots.ts');
