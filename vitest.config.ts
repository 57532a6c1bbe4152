import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['scripts/test-threads/stripped-types.mjs'],
    execArgv: ['--import', new URL('scripts/test-threads/read-stripped.mjs', import.meta.url).href],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src/{main,preload,shared}/**/*.test.ts',
            'test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['test/long/**'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        // What takes too long for every run: `npm run test:long`.
        test: { name: 'long', environment: 'node', include: ['test/long/**/*.test.ts'], testTimeout: 180_000 },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/dom-setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
