import fc from 'fast-check';
import { test } from 'vitest';
import { fixturePath, FIXTURE_VERSIONS } from '../../../test/support/fixtures.ts';
import { anySequence, checkpoint, checkSequence } from '../../../test/support/undo-sequences.ts';
import { buildZoo } from '../../../test/support/session-zoo.ts';
import { writeSmallDatabase } from '../../../test/support/small-database.ts';

/** More of them: test/long/undo-sequences.test.ts. */
const RUNS = 2;

test.each(FIXTURE_VERSIONS)(
  'whatever is done to %s, all of it can be taken back',
  async version => {
    await fc.assert(
      fc.asyncProperty(anySequence, steps => checkSequence(fixturePath(version), steps)),
      { numRuns: RUNS },
    );
  },
  120_000,
);

test('whatever is done to odd families, all of it can be taken back', async () => {
  const path = writeSmallDatabase(buildZoo(7));
  checkpoint(path);
  await fc.assert(
    fc.asyncProperty(anySequence, steps => checkSequence(path, steps)),
    { numRuns: RUNS },
  );
}, 120_000);
