// Runs of the test runners: what failed, and what passed only when it was tried again.
import { join, relative, resolve } from 'node:path';
import { root } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { headOf, withReport } from './stages.mjs';

/** More files than this do not fail by chance. */
const MOST_TRIED_AGAIN = 6;

/**
 * @typedef {import('./stages.mjs').Counts} Counts
 * @typedef {object} FileResult
 * @property {Counts} counts
 * @property {readonly string[]} failures `test: message`
 */

/**
 * Runs tests with vitest. A few files that fail run once more, by themselves: a crash of the runtime or a stall of the
 * machine is then told from a fault, and said.
 * @param {readonly string[]} projects of vitest.config.ts
 * @param {{ report: string, timeoutMs: number }} options
 * @returns {Promise<import('./stages.mjs').Outcome>}
 */
export async function runVitest(projects, { report, timeoutMs }) {
  const started = Date.now();
  const first = await vitest(projects, [], report, timeoutMs);
  if (first.code === 0 || first.files === undefined) return outcomeOf(first.code, first.files, []);
  const wrong = await filesToTryAgain(projects, first.files);
  if (wrong.length === 0 || wrong.length > MOST_TRIED_AGAIN) return outcomeOf(first.code, first.files, []);
  const again = await vitest(projects, wrong, report, Math.max(1000, timeoutMs - (Date.now() - started)));
  const files = new Map([...first.files, ...(again.files ?? [])]);
  return outcomeOf(
    again.code,
    files,
    wrong.map(file => describeFirstTry(file, first.files?.get(file))),
  );
}

/**
 * @param {string} file
 * @param {FileResult | undefined} result none where its process was lost
 */
function describeFirstTry(file, result) {
  const why = result === undefined || result.failures.length === 0 ? 'no result' : headOf(result.failures.join('\n'));
  return `not passed at once: ${file}: ${why}`;
}

/**
 * Files with a failure, and files of which nothing is known since their process was lost.
 * @param {readonly string[]} projects
 * @param {ReadonlyMap<string, FileResult>} results
 * @returns {Promise<string[]>}
 */
async function filesToTryAgain(projects, results) {
  const { files } = await withList(projects);
  return files.filter(file => {
    const result = results.get(file);
    return result === undefined || result.failures.length > 0 || result.counts.passed + result.counts.skipped === 0;
  });
}

/** @param {readonly string[]} projects */
async function withList(projects) {
  const report = join(root, '.cache', 'reports', 'test-files.json');
  const args = ['list', '--filesOnly', `--json=${report}`, ...projects.map(name => `--project=${name}`)];
  const { found } = await withReport(
    report,
    () => startVitest(args, 120_000),
    (/** @type {{ file: string }[]} */ list) => [...new Set(list.map(({ file }) => relative(root, file)))],
  );
  return { files: found ?? [] };
}

/**
 * @param {readonly string[]} projects
 * @param {readonly string[]} only files, or none for all
 * @param {string} report
 * @param {number} timeoutMs
 */
async function vitest(projects, only, report, timeoutMs) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', ...only, ...projects.map(name => `--project=${name}`), ...reporters];
  const { code, found } = await withReport(report, () => startVitest(args, timeoutMs), readVitestReport);
  return { code, files: found };
}

/**
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 */
function startVitest(args, timeoutMs) {
  return runCommand(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: root,
    timeoutMs,
  });
}

/**
 * @param {{ testResults: { name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Map<string, FileResult>} by path within the repository
 */
export function readVitestReport({ testResults }) {
  return new Map(
    testResults.map(({ name, message, assertionResults: tests }) => {
      // A test that is still pending at the end was lost with its process.
      const failed = tests.filter(({ status }) => status === 'failed' || status === 'pending');
      const passed = tests.filter(test => test.status === 'passed').length;
      const failures = failed.map(test => `${test.fullName}: ${test.failureMessages?.[0] ?? 'did not end'}`);
      if (tests.length === 0 && message) failures.push(message);
      const counts = { passed, failed: failed.length, skipped: tests.length - passed - failed.length };
      return [relative(root, resolve(root, name)), { counts, failures }];
    }),
  );
}

/**
 * @param {number} code
 * @param {ReadonlyMap<string, FileResult> | undefined} files
 * @param {readonly string[]} remarks
 * @returns {import('./stages.mjs').Outcome}
 */
function outcomeOf(code, files, remarks) {
  if (files === undefined) return { code, counts: undefined };
  const results = [...files.values()];
  /** @param {keyof Counts} kind */
  const sum = kind => results.reduce((total, { counts }) => total + counts[kind], 0);
  return {
    code,
    counts: { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    remarks: [...remarks, ...results.flatMap(({ failures }) => failures.map(headOf))],
  };
}

/**
 * @typedef {{ status: string, results: { status: string, error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, specs?: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} report
 * @returns {{ counts: Counts, remarks: string[] }} a test that passed when it was tried again counts as passed, and is named
 */
export function readPlaywrightReport({ stats, suites }) {
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    remarks: suites.flatMap(remarksOfSuite),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function remarksOfSuite({ title, specs = [], suites = [] }) {
  const own = specs.flatMap(spec =>
    spec.tests
      .filter(test => test.status === 'unexpected' || test.status === 'flaky')
      .map(test => {
        const wrong = test.results.find(result => result.status !== 'passed');
        const how = test.status === 'flaky' ? 'not passed at once: ' : '';
        return `${how}${title} › ${spec.title}: ${headOf(wrong?.error?.message ?? wrong?.status ?? '')}`;
      }),
  );
  return [...own, ...suites.flatMap(remarksOfSuite)];
}
