// npm test and npm run test:long.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { root } from '../project.mjs';
import { runCommand } from '../run-command.mjs';
import { requireCompiler } from '../setup/compiler.mjs';
import { parseLastLine, runStages, withReport } from '../stages.mjs';
import { runPlaywright } from './e2e.mjs';
import { dist } from './dist.mjs';
import { testCases, testFixtures } from './tools.mjs';

/** @typedef {import('../stages.mjs').Stage} Stage */

const MINUTE_MS = 60_000;
const REPORTS = join(root, '.cache', 'reports');
const ONE_PASSED = { passed: 1, failed: 0, skipped: 0 };

/** @type {Stage} */
const build = {
  name: 'build',
  limitMs: 3 * MINUTE_MS,
  isCondition: true,
  run: async () => {
    await buildApp({ onlyIfStale: false });
    return { code: 0, counts: ONE_PASSED };
  },
};

/** @type {Stage} */
const unit = {
  name: 'unit',
  limitMs: 12 * MINUTE_MS,
  run: async timeoutMs => {
    await requireCompiler();
    return runVitest(['node', 'dom'], timeoutMs);
  },
};

/** @type {Stage} */
const unitLong = { name: 'unit, long', limitMs: 17 * MINUTE_MS, run: timeoutMs => runVitest(['long'], timeoutMs) };

/** @type {Stage} */
const fixtures = { name: 'recorded answers', limitMs: 5 * MINUTE_MS, run: runTool(testFixtures, []) };

/** @type {Stage} */
const cases = {
  name: 'cases',
  limitMs: 6 * MINUTE_MS,
  run: runTool(testCases, ['test/fixtures/cases.json', '--patience', '5']),
};

/** @type {Stage} */
const e2e = { name: 'e2e', limitMs: 12 * MINUTE_MS, run: timeoutMs => runE2e(timeoutMs, {}) };

/** @type {Stage} */
const packaged = {
  name: 'package',
  limitMs: 3 * MINUTE_MS,
  run: async () => ({ code: await dist(['--dir']), counts: ONE_PASSED }),
};

/** @type {Stage} */
const e2eLong = { name: 'e2e, long', limitMs: 7 * MINUTE_MS, run: timeoutMs => runE2e(timeoutMs, { E2E_LONG: '1' }) };

/** @returns {Promise<number>} */
export function test() {
  return runStages([build, unit, fixtures, cases, e2e], { withinMs: 28 * MINUTE_MS });
}

/** @returns {Promise<number>} */
export function testLong() {
  return runStages([build, unitLong, packaged, e2eLong], { withinMs: 24 * MINUTE_MS });
}

/**
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {number} timeoutMs
 * @returns {Promise<import('../stages.mjs').Outcome>}
 */
function runVitest(projects, timeoutMs) {
  const report = reportFile('unit');
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [cli, 'run', ...projects.map(name => `--project=${name}`), ...reporters];
  return withReport(
    report,
    () => runCommand(process.execPath, args, { cwd: root, timeoutMs }),
    found => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      skipped: Number(found.numPendingTests) + Number(found.numTodoTests),
    }),
  );
}

/**
 * A program whose last line says what it found.
 * @param {typeof testFixtures} tool
 * @param {readonly string[]} args
 * @returns {Stage['run']}
 */
function runTool(tool, args) {
  return async timeoutMs => {
    const output = openSync(reportFile('tool'), 'w+');
    try {
      const code = await tool(args, { stdio: ['ignore', output, 'inherit'], timeoutMs });
      const text = readFileSync(reportFile('tool'), 'utf8');
      process.stdout.write(text);
      return { code, counts: parseLastLine(text) };
    } finally {
      closeSync(output);
    }
  };
}

/**
 * @param {number} timeoutMs
 * @param {NodeJS.ProcessEnv} extra
 * @returns {Promise<import('../stages.mjs').Outcome>}
 */
function runE2e(timeoutMs, extra) {
  const report = reportFile('e2e');
  return withReport(
    report,
    () => runPlaywright([], { env: { ...extra, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, timeoutMs }),
    ({ stats }) => ({
      passed: stats.expected,
      failed: Number(stats.unexpected) + Number(stats.flaky),
      skipped: stats.skipped,
    }),
  );
}

/** @param {string} name */
function reportFile(name) {
  mkdirSync(REPORTS, { recursive: true });
  return join(REPORTS, `${name}.json`);
}
