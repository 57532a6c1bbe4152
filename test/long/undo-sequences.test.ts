import fc from 'fast-check';
import { test } from 'vitest';
import { fixturePath, FIXTURE_VERSIONS } from '../support/fixtures.ts';
import { anySequence, checkSequence, preparedFile, preparedZoo, type Step } from '../support/undo-sequences.ts';

/** Sequences of a file that are the same every time, and ones that are new every time. */
const FIXED = { numRuns: Number(process.env['FIXED'] ?? 6), seed: 20_261_129 };
const FRESH = Number(process.env['FRESH'] ?? 2);
const PATIENCE_MS = 600_000;

/** Says the seed of the new ones, so that they can be had again. Making them smaller would take hours. */
async function check(
  name: string,
  run: (steps: readonly Step[], which: number) => Promise<void>,
  times = 1,
): Promise<void> {
  const property = fc.asyncProperty(anySequence, fc.integer({ min: 1, max: 1_000_000 }), run);
  const seed = Math.floor(Math.random() * 0x7fff_ffff);
  console.log(`SEQUENCES ${name}: seed ${String(seed)}`);
  await fc.assert(property, { ...FIXED, numRuns: FIXED.numRuns * times, endOnFailure: true });
  await fc.assert(property, { numRuns: FRESH * times, seed, endOnFailure: true });
}

test.each(FIXTURE_VERSIONS)(
  'whatever is done to %s, all of it can be taken back',
  async version => {
    const file = preparedFile(fixturePath(version));
    await check(version, steps => checkSequence(file, steps));
  },
  PATIENCE_MS,
);

test(
  'whatever is done to generated families, all of it can be taken back',
  async () => {
    await check('generated', (steps, which) => checkSequence(preparedZoo(which), steps), 3);
  },
  PATIENCE_MS,
);
