import { runFolder } from '../test/fixture-runner/run-recording.ts';
import { fixturesFolder } from '../test/support/fixtures.ts';

const usage = 'usage: npm run -s test:fixtures -- [folder of recorded databases]';

/** Prints every failure, how many answers each deviation changed, and the totals. */
function main(folder: string): number {
  const { passed, failures, deviations } = runFolder(folder);
  for (const failure of failures) console.log(`FAIL ${failure}`);
  for (const [name, calls] of deviations) console.log(`deviation: ${name}: ${String(calls)} answers`);
  if (passed + failures.length === 0) failures.push('nothing was compared');
  console.log(`${String(passed)} passed, ${String(failures.length)} failed`);
  return failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = main(process.argv[2] ?? fixturesFolder());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
