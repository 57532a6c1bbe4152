// Commands that consist of several tools and end with one line: `N passed, N failed`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { announce } from './project.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} Outcome
 * @property {number} code exit code of the tool
 * @property {Counts | undefined} counts what the tool said of its results, if it got so far
 * @property {readonly string[]} [remarks] what failed and why, and what passed only when tried again: repeated at the end
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} limitMs
 * @property {boolean} [isCondition] whether later stages make no sense without it
 * @property {(timeoutMs: number) => Promise<Outcome>} run
 */

/**
 * Runs stages one after the other. A failure does not stop the later ones, so that one run shows all there is to repair.
 * @param {readonly Stage[]} stages
 * @param {{ withinMs: number }} options limit for all of them together
 * @returns {Promise<number>} exit code
 */
export async function runStages(stages, { withinMs }) {
  const started = Date.now();
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const remarks = [];
  for (const stage of stages) {
    announce(`\n== ${stage.name}`);
    const since = Date.now();
    const left = Math.max(1000, withinMs - (since - started));
    const outcome = await attempt(stage, Math.min(stage.limitMs, left));
    const counts = settle(outcome);
    remarks.push(...remarksOn(stage.name, outcome, counts));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    lines.push(`  ${stage.name}: ${formatCounts(counts)} (${Math.round((Date.now() - since) / 100) / 10} s)`);
    if (stage.isCondition && counts.failed > 0) break;
  }
  process.stdout.write(`\n${[...remarks, ...lines, formatCounts(total)].join('\n')}\n`);
  const resultFile = process.env['STAGES_RESULT_FILE'];
  if (resultFile) {
    writeFileSync(resultFile, [`${total.passed} ${total.failed} ${total.skipped}`, ...remarks, ''].join('\n'));
  }
  return total.failed === 0 ? 0 : 1;
}

/**
 * @param {Stage} stage
 * @param {number} timeoutMs
 * @returns {Promise<Outcome>}
 */
async function attempt(stage, timeoutMs) {
  try {
    const outcome = await stage.run(timeoutMs);
    if (outcome.code === 124) announce(`${stage.name}: stopped after ${Math.round(timeoutMs / 1000)} s`);
    return outcome;
  } catch (error) {
    announce(`${stage.name}: ${error instanceof Error ? error.message : String(error)}`);
    return { code: 1, counts: undefined };
  }
}

/**
 * @param {string} name of the stage
 * @param {Outcome} outcome
 * @param {Counts} counts
 * @returns {string[]}
 */
function remarksOn(name, { code, remarks = [] }, counts) {
  if (counts.failed > 0 && remarks.length === 0) return [`! ${name}: failed with exit code ${code}`];
  return remarks.map(remark => `! ${name}: ${remark}`);
}

/**
 * A tool that failed without a failed test, or that ran nothing at all, counts as one failure.
 * @param {Outcome} outcome
 * @returns {Counts}
 */
export function settle({ code, counts }) {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const isSilent = known.passed + known.failed === 0;
  return known.failed === 0 && (code !== 0 || isSilent) ? { ...known, failed: 1 } : known;
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {string} text output of a runner that ends with such a line
 * @returns {Counts | undefined}
 */
export function parseLastLine(text) {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(last.trim());
  return match === null
    ? undefined
    : { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) };
}

/**
 * Results that a tool writes to a file. An old file must not be taken for a new result.
 * @template T
 * @param {string} file
 * @param {() => Promise<number>} run the tool
 * @param {(report: any) => T} read
 * @returns {Promise<{ code: number, found: T | undefined }>} nothing found where the tool wrote no report
 */
export async function withReport(file, run, read) {
  rmSync(file, { force: true });
  const code = await run();
  return { code, found: existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined };
}

/**
 * The head of a message, for a remark of a few lines.
 * @param {string} message
 */
export function headOf(message) {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n    ').slice(0, 1500);
}
