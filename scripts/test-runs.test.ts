import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-runs.mjs';

test('of a file of tests it is known what passed, what failed, and what was lost with its process', () => {
  const results = readVitestReport({
    testResults: [
      {
        name: 'test/one.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'good' },
          { status: 'failed', fullName: 'bad', failureMessages: ['expected 1 to be 2'] },
          { status: 'pending', fullName: 'lost' },
          { status: 'skipped', fullName: 'left out' },
        ],
      },
      { name: 'test/two.test.ts', message: 'does not load', assertionResults: [] },
    ],
  });
  expect(results.get('test/one.test.ts')).toEqual({
    counts: { passed: 1, failed: 2, skipped: 1 },
    failures: ['bad: expected 1 to be 2', 'lost: did not end'],
  });
  expect(results.get('test/two.test.ts')?.failures).toEqual(['does not load']);
});

test('a test of the window that passed only when it was tried again is named, one that failed is counted', () => {
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        title: 'live.spec.ts',
        suites: [
          {
            title: 'inner',
            specs: [
              { title: 'fails', tests: [{ status: 'unexpected', results: [{ status: 'timedOut' }] }] },
              {
                title: 'wavers',
                tests: [
                  {
                    status: 'flaky',
                    results: [{ status: 'failed', error: { message: 'not seen' } }, { status: 'passed' }],
                  },
                ],
              },
              { title: 'holds', tests: [{ status: 'expected', results: [{ status: 'passed' }] }] },
            ],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    counts: { passed: 4, failed: 1, skipped: 0 },
    remarks: ['inner › fails: timedOut', 'not passed at once: inner › wavers: not seen'],
  });
});
