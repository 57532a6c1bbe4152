// Second half of every command, on a suitable Node: the runtime, system libraries, the build, and then the task itself.
import { runAsCommand, PlainError } from './project.mjs';

/** Each task gets the words that follow its name and answers with the exit code. Loaded when asked for: a start needs no packager. */
const TASKS = {
  start: async () => (await import('./tasks/start.mjs')).start,
  dev: async () => (await import('./tasks/start.mjs')).dev,
  'electron-path': async () => (await import('./tasks/electron-path.mjs')).printElectronPath,
  check: async () => (await import('./tasks/check.mjs')).check,
  test: async () => (await import('./tasks/test.mjs')).test,
  'test-long': async () => (await import('./tasks/test.mjs')).testLong,
  e2e: async () => (await import('./tasks/e2e.mjs')).e2e,
  'test-fixtures': async () => (await import('./tasks/tools.mjs')).testFixtures,
  'test-cases': async () => (await import('./tasks/tools.mjs')).testCases,
  'make-db': async () => (await import('./tasks/tools.mjs')).makeDb,
  bench: async () => (await import('./tasks/tools.mjs')).bench,
  screenshots: async () => (await import('./tasks/tools.mjs')).screenshots,
  dist: async () => (await import('./tasks/dist.mjs')).dist,
};

/** @type {Record<string, () => Promise<(args: string[]) => Promise<number>>>} */
const tasks = TASKS;

await runAsCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const load = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (load === undefined) throw new PlainError(`No task "${name}". There are: ${Object.keys(tasks).join(', ')}.`);
  return (await load())(args);
});
