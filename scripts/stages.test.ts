import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../test/support/fixtures.ts';
import { parseLastLine, runStages, settle, withReport } from './stages.mjs';

const counts = (passed: number, failed: number, skipped = 0) => ({ passed, failed, skipped });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each([
  ['passed', { code: 0, counts: counts(3, 0) }, counts(3, 0)],
  ['failed', { code: 1, counts: counts(3, 2) }, counts(3, 2)],
  ['crashed after its tests', { code: 139, counts: counts(3, 0) }, counts(3, 1)],
  ['crashed before its report', { code: 0, counts: undefined }, counts(0, 1)],
  ['ran nothing', { code: 0, counts: counts(0, 0) }, counts(0, 1)],
  ['skipped everything', { code: 0, counts: counts(0, 0, 4) }, counts(0, 1, 4)],
])('a stage that %s', (_what, outcome, expected) => {
  expect(settle(outcome)).toEqual(expected);
});

test('only the last line of a runner counts', () => {
  expect(parseLastLine('9 passed, 9 failed\n5 passed, 1 failed\n')).toEqual(counts(5, 1));
  expect(parseLastLine('5 passed, 0 failed, 2 skipped')).toEqual(counts(5, 0, 2));
  expect(parseLastLine('5 passed, 0 failed\nSegmentation fault')).toBeUndefined();
  expect(parseLastLine('')).toBeUndefined();
});

test('a report of an earlier run is not taken for a new one', async () => {
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, '{}');
  const outcome = await withReport(
    file,
    () => Promise.resolve(1),
    () => counts(7, 0),
  );
  expect(outcome).toEqual({ code: 1, found: undefined });
});

test('stages go on after a failure, except after a condition, and the sum is written down', async () => {
  const file = join(temporaryFolder(), 'result');
  vi.stubEnv('STAGES_RESULT_FILE', file);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const ran: string[] = [];
  const stage = (name: string, failed: number, isCondition = false) => ({
    name,
    limitMs: 1000,
    isCondition,
    run: () => {
      ran.push(name);
      if (name === 'throws') return Promise.reject(new Error('thrown on purpose'));
      const remarks = name === 'fails' ? ['this test: that reason'] : [];
      return Promise.resolve({ code: failed, counts: counts(2, failed), remarks });
    },
  });

  const code = await runStages(
    [stage('fails', 1), stage('throws', 0), stage('passes', 0), stage('condition', 1, true), stage('never', 0)],
    { withinMs: 60_000 },
  );

  expect(ran).toEqual(['fails', 'throws', 'passes', 'condition']);
  expect(code).toBe(1);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(
    [
      '6 3 0',
      '! fails: this test: that reason',
      '! throws: failed with exit code 1',
      '! condition: failed with exit code 1',
      '',
    ].join('\n'),
  );
  expect(String(written.mock.lastCall?.[0]).trimEnd().split('\n').at(-1)).toBe('6 passed, 3 failed');
});
