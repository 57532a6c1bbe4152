import fc from 'fast-check';
import { test } from 'vitest';
import { fixturePath, FIXTURE_VERSIONS } from '../support/fixtures.ts';
import { buildZoo } from '../support/session-zoo.ts';
import { writeSmallDatabase } from '../support/small-database.ts';
import { anySequence, checkpoint, checkSequence } from '../support/undo-sequences.ts';

const RUNS = Number(process.env['RUNS'] ?? 25);
const PATIENCE_MS = 1_200_000;

test.each(FIXTURE_VERSIONS)(
  'whatever is done to %s, all of it can be taken back',
  async version => {
    await fc.assert(
      fc.asyncProperty(anySequence, steps => checkSequence(fixturePath(version), steps)),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

test(
  'whatever is done to generated families, all of it can be taken back',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), anySequence, async (seed, steps) => {
        const path = writeSmallDatabase(buildZoo(seed));
        checkpoint(path);
        await checkSequence(path, steps);
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);
