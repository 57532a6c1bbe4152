import { defineConfig } from '@playwright/test';

// Tests named @long run with `npm run test:long` only.
const isLong = process.env['E2E_LONG'] === '1';
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'];

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Two cores: a second app would only make the measurements of the first one worse.
  workers: 1,
  timeout: 60_000,
  // Generous: a busy machine needs seconds to draw the first window.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // What stalls a machine for a moment must not cost a whole run; a test that needed it is named at the end of the run.
  retries: report === undefined ? 0 : 1,
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
});
