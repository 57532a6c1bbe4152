import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile } from './statistics.ts';

const samples = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });

describe('percentile', () => {
  it('takes the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0, 0.5, 0.95, 0.99, 1].map(share => percentile(hundred, share))).toEqual([1, 50, 95, 99, 100]);
    expect(percentile([7], 0.95)).toBe(7);
    expect(percentile([1, 2, 3, 1000], 0.95)).toBe(1000);
  });

  it('is a sample with at least that share of all at or below it, and fewer below any smaller one', () => {
    fc.assert(
      fc.property(samples, fc.double({ noNaN: true, min: 0.01, max: 1 }), (values, share) => {
        const found = percentile(values, share);
        expect(values).toContain(found);
        expect(values.filter(value => value <= found).length).toBeGreaterThanOrEqual(share * values.length - 1e-9);
        expect(values.filter(value => value < found).length).toBeLessThan(share * values.length + 1e-9);
      }),
    );
  });

  it('refuses what cannot be measured', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
    expect(() => percentile([1, Number.NaN], 0.5)).toThrow(RangeError);
  });

  it('leaves the samples as they are', () => {
    const values = [3, 1, 2];
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('median', () => {
  it('is the middle one, or between the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 6])).toBe(5.5);
  });
});
