'use strict';

/** May import from these paths and Node's own modules only. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed, dependencyTypesNot: ['core'] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'file-names-kebab-case',
      severity: 'error',
      from: {},
      to: { path: '^src/.*[A-Z_].*[.]tsx?$' },
    },
    {
      name: 'file-names-that-say-nothing',
      comment: 'a file is named for what it exports',
      severity: 'error',
      from: {},
      to: { path: '/(util|utils|helper|helpers|common|types|misc)[.]tsx?$', pathNot: 'node_modules' },
    },
    only('shared', '^src/shared/', ['^src/shared/', '^node_modules/zod/'], 'zod and itself'),
    only(
      'session-db',
      '^src/main/session-db/',
      ['^src/main/session-db/', '^node_modules/(@types/)?better-sqlite3/'],
      'the Hermes-compatible class stands alone',
    ),
    only(
      'read-models',
      '^src/main/read-models/',
      [
        '^src/main/read-models/',
        '^src/main/session-db/',
        '^src/shared/',
        '^src/main/lanes/context\\.ts$',
        '^node_modules/zod/',
        '^node_modules/(@types/)?better-sqlite3/',
      ],
      'session-db, shared, and the context of a lane',
    ),
    only(
      'trash',
      '^src/main/trash/',
      [
        '^src/main/(trash|session-db|interruptions)/',
        '^src/main/log\\.ts$',
        '^src/shared/',
        '^node_modules/zod/',
        '^node_modules/(@types/)?better-sqlite3/',
      ],
      'session-db and shared; it runs in the lanes and in plain Node',
    ),
    only(
      'organise',
      '^src/main/organise/',
      [
        '^src/main/(organise|trash|read-models|session-db|interruptions)/',
        '^src/main/lanes/context\\.ts$',
        '^src/main/library/protocol\\.ts$',
        '^src/main/log\\.ts$',
        '^src/shared/',
        '^node_modules/(@types/)?better-sqlite3/',
      ],
      'what changes conversations, in the lanes',
    ),
    only(
      'lanes',
      '^src/main/lanes/',
      [
        '^src/main/(lanes|read-models|session-db|organise|trash|exporting|maintenance|interruptions)/',
        '^src/main/library/protocol\\.ts$',
        '^src/main/(log|errno)\\.ts$',
        '^src/shared/',
        '^node_modules/(@types/)?better-sqlite3/',
      ],
      'what runs in a worker thread; nothing of the main process',
    ),
    only(
      'operations',
      '^src/main/(organise|trash|exporting|maintenance|interruptions)/',
      [
        '^src/main/(organise|trash|exporting|maintenance|interruptions|read-models|session-db)/',
        '^src/main/lanes/context\\.ts$',
        '^src/main/library/protocol\\.ts$',
        '^src/main/(errno|log)\\.ts$',
        '^src/shared/',
        '^node_modules/zod/',
        '^node_modules/(@types/)?better-sqlite3/',
      ],
      'what the writer and task lanes do; nothing of the main process',
    ),
    {
      name: 'library-types-of-lanes',
      comment: 'the facade knows of the lanes only what their operations look like',
      severity: 'error',
      from: { path: '^src/main/library/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/main/(lanes|read-models)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-electron-below',
      comment: 'these run in plain Node and in worker threads',
      severity: 'error',
      from: {
        path: '^src/(shared|main/(session-db|read-models|lanes|library|organise|trash|exporting|maintenance|interruptions))/',
      },
      to: { path: '^(electron$|node_modules/electron/)' },
    },
    {
      name: 'session-db-from-lanes-only',
      comment: 'no SQL in the main process: it would block every window',
      severity: 'error',
      from: {
        path: '^src/main/',
        pathNot: [
          '^src/main/(session-db|read-models|lanes|sample-data|organise|trash|exporting|maintenance|interruptions)/',
          '\\.test\\.ts$',
        ],
      },
      to: {
        path: ['^src/main/session-db/', '^node_modules/better-sqlite3/'],
        // Where Hermes keeps its files: no SQL in there.
        pathNot: '^src/main/session-db/paths\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-app-wires',
      comment: 'ipc and window get what they need as arguments',
      severity: 'error',
      from: { path: '^src/main/(ipc|window)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/main/(app|dialogs|handlers|jobs|library|lanes|database|sample-data)' },
    },
    {
      name: 'preload',
      comment: 'electron, and of shared the types and the names of channels',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: {
        pathNot: ['^src/preload/', '^src/shared/bridge\\.ts$', '^electron$', '^node_modules/electron/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'renderer-alone',
      comment: 'the window has neither Node nor the main process',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(main|preload)/' },
    },
    {
      name: 'renderer-without-node',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-packages',
      comment: 'of zod the window knows the inferred types only',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^node_modules/(electron|better-sqlite3|zod)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'main-without-renderer',
      severity: 'error',
      from: { path: '^src/(main|preload|shared)/' },
      to: { path: '^src/renderer/' },
    },
    {
      name: 'features-apart',
      comment: 'features meet in app/ only',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'ui-below',
      comment: 'ui, api and styles know nothing of screens',
      severity: 'error',
      from: { path: '^src/renderer/(ui|api|styles)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/renderer/(app|features)/' },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^test/', '\\.test\\.tsx?$', '^bench/', '^scripts/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
