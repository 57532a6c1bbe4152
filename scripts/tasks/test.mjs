// npm test and npm run test:long.
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../build.mjs';
import { root } from '../project.mjs';
import { requireCompiler } from '../setup/compiler.mjs';
import { headOf, parseLastLine, runStages, withReport } from '../stages.mjs';
import { readPlaywrightReport, runVitest } from '../test-runs.mjs';
import { runPlaywright } from './e2e.mjs';
import { dist } from './dist.mjs';
import { testCases, testFixtures } from './tools.mjs';

/** @typedef {import('../stages.mjs').Stage} Stage */

const MINUTE_MS = 60_000;
const REPORTS = join(root, '.cache', 'reports');
const CASES = ['test/fixtures/cases.json', '--patience', '5'];
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
  limitMs: 15 * MINUTE_MS,
  run: async timeoutMs => {
    await requireCompiler();
    return runVitest(['node', 'dom'], { report: reportFile('unit'), timeoutMs });
  },
};

/** @type {Stage} */
const unitLong = {
  name: 'unit, long',
  limitMs: 17 * MINUTE_MS,
  run: timeoutMs => runVitest(['long'], { report: reportFile('unit'), timeoutMs }),
};

/** @type {Stage} */
const fixtures = {
  name: 'recorded answers',
  limitMs: 5 * MINUTE_MS,
  run: timeoutMs => runTool(testFixtures, [], timeoutMs),
};

/** @type {Stage} */
const cases = {
  name: 'cases',
  limitMs: 6 * MINUTE_MS,
  run: async timeoutMs => {
    const started = Date.now();
    const first = await runTool(testCases, CASES, timeoutMs);
    const names = [...first.problems.matchAll(/^FAIL (\S+)/gm)].map(match => match[1]).join(',');
    if (names === '' || first.counts === undefined) return first;
    const again = await runTool(testCases, [...CASES, '--only', names], timeoutMs - (Date.now() - started));
    return {
      code: again.code,
      counts: again.counts && { ...again.counts, passed: first.counts.passed + again.counts.passed },
      remarks: [`not passed at once: ${names}: ${headOf(first.problems)}`, ...(again.remarks ?? [])],
    };
  },
};

/** @type {Stage} */
const e2e = { name: 'e2e', limitMs: 22 * MINUTE_MS, run: timeoutMs => runE2e(timeoutMs, {}) };

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
  return runStages([build, unit, fixtures, cases, e2e], { withinMs: 42 * MINUTE_MS });
}

/** @returns {Promise<number>} */
export function testLong() {
  return runStages([build, unitLong, packaged, e2eLong], { withinMs: 24 * MINUTE_MS });
}

/**
 * A program whose last line says what it found, and which marks what failed with FAIL and indented lines.
 * @param {typeof testFixtures} tool
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 * @returns {Promise<import('../stages.mjs').Outcome & { problems: string }>}
 */
async function runTool(tool, args, timeoutMs) {
  const output = openSync(reportFile('tool'), 'w+');
  try {
    const code = await tool(args, { stdio: ['ignore', output, 'inherit'], timeoutMs });
    const text = readFileSync(reportFile('tool'), 'utf8');
    process.stdout.write(text);
    const problems = [...text.matchAll(/^FAIL .*(?:\n {2,}.*)*/gm)].map(match => match[0]).join('\n');
    return { code, counts: parseLastLine(text), problems, remarks: problems === '' ? [] : [headOf(problems)] };
  } finally {
    closeSync(output);
  }
}

/**
 * @param {number} timeoutMs
 * @param {NodeJS.ProcessEnv} extra
 * @returns {Promise<import('../stages.mjs').Outcome>}
 */
async function runE2e(timeoutMs, extra) {
  const report = reportFile('e2e');
  const { code, found } = await withReport(
    report,
    () => runPlaywright([], { env: { ...extra, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, timeoutMs }),
    readPlaywrightReport,
  );
  return { code, counts: found?.counts, remarks: found?.remarks ?? [] };
}

/** @param {string} name */
function reportFile(name) {
  mkdirSync(REPORTS, { recursive: true });
  return join(REPORTS, `${name}.json`);
}
