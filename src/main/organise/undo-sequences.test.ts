import fc from 'fast-check';
import { test } from 'vitest';
import { fixturePath, FIXTURE_VERSIONS } from '../../../test/support/fixtures.ts';
import { anySequence, checkSequence, preparedFile, preparedZoo } from '../../../test/support/undo-sequences.ts';

/** More of them: test/long/undo-sequences.test.ts. */
const RUNS = { numRuns: 2, endOnFailure: true };

test.each(FIXTURE_VERSIONS)(
  'whatever is done to %s, all of it can be taken back',
  async version => {
    const file = preparedFile(fixturePath(version));
    await fc.assert(
      fc.asyncProperty(anySequence, steps => checkSequence(file, steps)),
      RUNS,
    );
  },
  120_000,
);

test('whatever is done to odd families, all of it can be taken back', async () => {
  const file = preparedZoo(7);
  await fc.assert(
    fc.asyncProperty(anySequence, steps => checkSequence(file, steps)),
    RUNS,
  );
}, 120_000);
