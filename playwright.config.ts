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
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
});
