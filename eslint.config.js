import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

// `as` is a claim that nobody checks. Only where untyped messages become typed calls is there no way around it.
const DISPATCHERS = [
  'src/preload/index.ts',
  'src/main/ipc/router.ts',
  'src/main/ipc/dispatch.ts',
  'src/main/lanes/serve-lane.ts',
  'src/main/library/lane.ts',
  'src/main/library/library.ts',
  'src/main/profiles/for-profiles.ts',
  'src/main/profiles/session-addresses.ts',
  'src/renderer/api/**',
];

const sizes = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  // A switch over a union is one decision, however many members the union has.
  complexity: ['error', { max: 10, variant: 'modified' }],
  'max-params': ['error', 4],
  'max-depth': ['error', 3],
};

export default defineConfig(
  globalIgnores(['out', 'dist', 'coverage', 'test-results', 'playwright-report', '.cache', 'test/fixtures']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...sizes,
      eqeqeq: 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Both forms have their place: unions and mapped types have no interface.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // A type argument that is written out tells the reader what the default is.
      '@typescript-eslint/no-unnecessary-type-arguments': 'off',
      // Code points are what Hermes counts by; grapheme clusters would be the mistake.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Control characters are what a reader of hostile text has to look for.
      'no-control-regex': 'off',
      // `x => doIt(x)` is a shorter way to say the same, and the compiler knows that nothing is returned.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number in a text has one obvious form; objects, null and undefined stay forbidden.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An empty text is often as good as none, which `??` does not see.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Conversation text is hostile: render it as data.',
        },
        { selector: 'CatchClause > BlockStatement[body.length=0]', message: 'An error must not vanish.' },
      ],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  {
    files: DISPATCHERS,
    rules: {
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['src/main/session-db/**', 'src/main/read-models/**', 'src/main/lanes/**', 'src/main/library/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'electron', message: 'Runs in plain Node as well.' }] }],
    },
  },
  {
    files: ['src/renderer/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Sizes are known only after layout: measuring in a layout effect and drawing again is what it is for.
      'react-hooks/set-state-in-effect': 'off',
      // It reports every virtualized list: the compiler that it warns about is not used here.
      'react-hooks/incompatible-library': 'off',
      'no-restricted-imports': [
        'error',
        {
          paths: ['electron', 'better-sqlite3', 'zod'].map(name => ({ name, message: 'Not in the sandboxed window.' })),
          patterns: [{ group: ['node:*'], message: 'There is no Node in the window.' }],
        },
      ],
    },
  },
  { files: ['src/renderer/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 150 }] } },
  { files: ['src/preload/**'], rules: { 'max-lines': ['error', 40] } },
  {
    files: ['**/*.test.{ts,tsx}', 'test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', 500],
      complexity: 'off',
      'no-console': 'off',
      // Answers of the app's own calls are looked at field by field, and a wrong guess fails the test.
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      // Playwright's fixtures without a dependency are written as `({}, run) => ...`.
      'no-empty-pattern': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'electron/**/*.mjs', 'scripts/**/*.ts', 'bench/**', '*.config.ts'],
    languageOptions: { globals: globals.node },
    rules: {
      // Parsed JSON of other tools (lockfiles, reports) has no types here.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    files: ['**/*.cjs', 'eslint.config.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
