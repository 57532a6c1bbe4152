import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { count, messageOf } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { runGolden } from './run-golden.ts';
import { runMigrated } from './run-migrated.ts';
import { runWrites } from './run-writes.ts';

/** What each file of a recording is compared by; test/fixtures/README.md says what is in them. */
const RUNS: readonly (readonly [file: string, run: (folder: string, outcome: Outcome) => void])[] = [
  ['golden.json', runGolden],
  ['migrated.json', runMigrated],
  ['writes.json', runWrites],
];

/**
 * Compares everything that was recorded of every database in a folder with what we do.
 *
 * @param folder - a folder with `state.db` and recordings, or one whose sub-folders have them.
 * @throws if there is no such folder.
 */
export function runFolder(folder: string): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], deviations: new Map() };
  const inside = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const folders = [folder, ...inside.map(entry => join(folder, entry.name)).sort()];
  for (const recording of folders.filter(each => existsSync(join(each, 'state.db')))) runRecording(recording, outcome);
  return outcome;
}

/** One recording that cannot be followed is one failure; the others are compared all the same. */
function runRecording(folder: string, outcome: Outcome): void {
  for (const [file, run] of RUNS) {
    if (!existsSync(join(folder, file))) continue;
    try {
      run(folder, outcome);
    } catch (error) {
      count(outcome, `${basename(folder)} ${file}`, `threw ${messageOf(error)}`);
    }
  }
}
