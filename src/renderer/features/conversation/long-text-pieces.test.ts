import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutInPieces } from './long-text-pieces.ts';

function textsOf(text: string): string[] {
  return cutInPieces(text).map(({ from, to }) => text.slice(from, to));
}

describe('pieces of a long text', () => {
  it('are the text, in order, none too long, none in the middle of a character', () => {
    const stretch = fc.record({
      unit: fc.constantFrom('a', '\n', 'line of text\n', '😀', ' '),
      times: fc.integer({ min: 1, max: 30_000 }),
    });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 5 }), stretches => {
        const text = stretches.map(({ unit, times }) => unit.repeat(times)).join('');
        const pieces = textsOf(text);
        expect(pieces.join('') === text).toBe(true);
        expect(pieces.every(piece => piece.length > 0 && piece.length <= 24_000 && piece.isWellFormed())).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('end at line ends where there are any', () => {
    const pieces = textsOf('line of text\n'.repeat(10_000));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every(piece => piece.endsWith('\n'))).toBe(true);
  });

  it('of one line of megabytes are found in no time', () => {
    const start = performance.now();
    expect(cutInPieces('x'.repeat(8_000_000))).toHaveLength(Math.ceil(8_000_000 / 24_000));
    expect(performance.now() - start).toBeLessThan(250);
  });
});
