import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAF_LINES, lineStarts, partsOf, textOfLines } from './code-lines.ts';
import type { LineRange } from './code-lines.ts';

function leavesOf(range: LineRange): LineRange[] {
  return range.to - range.from <= LEAF_LINES ? [range] : partsOf(range).flatMap(leavesOf);
}

describe('lines of code', () => {
  it('are those of the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '\n', '\n\n', 'long words ')), pieces => {
        const text = pieces.join('');
        const starts = lineStarts(text);
        const lines = Array.from({ length: starts.length - 1 }, (_, at) =>
          textOfLines(text, starts, { from: at, to: at + 1 }),
        );
        expect(lines).toEqual(text.split('\n'));
      }),
    );
  });

  it('are all in the leaves, once and in order, and no stretch has many parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: LEAF_LINES + 1, max: 60_000 }), lines => {
        const parts = partsOf({ from: 0, to: lines });
        expect(parts.length).toBeLessThanOrEqual(12);
        const leaves = leavesOf({ from: 0, to: lines });
        expect(leaves.every(({ from, to }, at) => from === (leaves[at - 1]?.to ?? 0) && to - from <= LEAF_LINES)).toBe(
          true,
        );
        expect(leaves.at(-1)?.to).toBe(lines);
      }),
      { numRuns: 20 },
    );
  });
});
