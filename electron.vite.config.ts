import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// The oldest runtime that has to run the output, not the newest one installed.
const node = 'node20.18';
const chrome = 'chrome130';
// CommonJS throughout: sandboxed preloads need it, and so does replacing better-sqlite3 at load time (scripts/electron-fallback).
const cjs = { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' } as const;

export default defineConfig({
  main: {
    build: {
      target: node,
      sourcemap: true,
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          'reader-lane': resolve('src/main/lanes/reader-lane.ts'),
          'search-lane': resolve('src/main/lanes/search-lane.ts'),
          'writer-lane': resolve('src/main/lanes/writer-lane.ts'),
          'task-lane': resolve('src/main/lanes/task-lane.ts'),
          'sample-data': resolve('src/main/sample-data/sample-data.ts'),
        },
        output: cjs,
      },
    },
  },
  preload: {
    build: { target: node, rolldownOptions: { input: { index: resolve('src/preload/index.ts') }, output: cjs } },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    // Its form for browsers asks a document, which a worker does not have.
    resolve: {
      alias: { 'decode-named-character-reference': resolve('node_modules/decode-named-character-reference/index.js') },
    },
    worker: { format: 'es' },
    build: {
      target: chrome,
      minify: true,
      // Fonts as data URLs would not be loaded: the policy allows those of the package only.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: resolve('src/renderer/index.html'), diagram: resolve('src/renderer/diagram.html') },
      },
    },
  },
});
