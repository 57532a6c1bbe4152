import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeightTable } from './height-table.ts';

const heights = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 200 });
const changes = fc.array(fc.tuple(fc.nat(199), fc.integer({ min: 0, max: 900 })), { maxLength: 60 });

describe('HeightTable', () => {
  it('sums like a plain loop, after any changes', () => {
    fc.assert(
      fc.property(heights, changes, (initial, updates) => {
        const plain = [...initial];
        const table = new HeightTable(Float64Array.from(initial));
        for (const [index, height] of updates) {
          if (index < plain.length) plain[index] = height;
          table.set(index, height);
        }
        for (let at = 0; at <= plain.length; at += 1) {
          expect(table.before(at)).toBe(plain.slice(0, at).reduce((sum, height) => sum + height, 0));
        }
        expect(table.total).toBe(table.before(plain.length));
      }),
    );
  });

  it('finds the row that covers a position', () => {
    fc.assert(
      fc.property(heights, fc.integer({ min: -50, max: 100_000 }), (initial, position) => {
        const table = new HeightTable(Float64Array.from(initial));
        const index = table.indexAt(position);
        if (initial.length === 0) expect(index).toBe(-1);
        else if (position < 0) expect(index).toBe(0);
        else if (position >= table.total) expect(index).toBe(initial.length - 1);
        else {
          expect(table.before(index)).toBeLessThanOrEqual(position);
          expect(table.before(index + 1)).toBeGreaterThan(position);
        }
      }),
    );
  });
});
