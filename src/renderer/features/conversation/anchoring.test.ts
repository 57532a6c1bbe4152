import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driftFor, movedRange, pickAnchor, rowTop, rowsInView, takeUpDrift } from './anchoring.ts';
import { HeightTable } from './height-table.ts';

const heights = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 120 });
const changes = fc.array(fc.tuple(fc.nat(119), fc.integer({ min: 1, max: 900 })), { maxLength: 80 });

describe('anchoring', () => {
  it('never moves the anchor on screen, whatever is measured late and however the drift is taken up', () => {
    fc.assert(
      fc.property(heights, changes, fc.nat(60_000), fc.nat(6), (initial, updates, scroll, every) => {
        const table = new HeightTable(Float64Array.from(initial));
        let scrollTop = Math.min(scroll, Math.max(0, table.total - 400));
        let drift = 0;
        const anchor = pickAnchor(table, drift, { top: scrollTop, bottom: scrollTop + 400 });
        let held = anchor;
        const onScreen = anchor.top - scrollTop;
        updates.forEach(([index, height], at) => {
          table.set(index % table.length, height);
          drift = driftFor(table, held);
          if (every > 0 && at % every === 0) {
            const taken = takeUpDrift(scrollTop, drift);
            const clamped = taken.scrollTop === 0 && drift !== scrollTop;
            if (clamped) return;
            scrollTop = taken.scrollTop;
            drift = taken.drift;
            held = { index: held.index, top: rowTop(table, drift, held.index) };
          }
          expect(rowTop(table, drift, held.index) - scrollTop).toBeCloseTo(onScreen, 6);
        });
      }),
    );
  });

  it('anchors a row of the view and mounts every row that touches it', () => {
    fc.assert(
      fc.property(heights, fc.nat(60_000), fc.integer({ min: -300, max: 300 }), (initial, scroll, drift) => {
        const table = new HeightTable(Float64Array.from(initial));
        const top = Math.min(scroll, table.total - 1);
        const view = { top: top + drift, bottom: top + drift + 400 };
        const anchor = pickAnchor(table, drift, view);
        const range = rowsInView(table, drift, view, 100);
        expect(anchor.top).toBeLessThan(view.bottom);
        expect(anchor.top + table.height(anchor.index)).toBeGreaterThan(view.top);
        for (let index = 0; index < table.length; index += 1) {
          const rowStart = rowTop(table, drift, index);
          const touches = rowStart < view.bottom && rowStart + table.height(index) > view.top;
          if (touches) {
            expect(index).toBeGreaterThanOrEqual(range.start);
            expect(index).toBeLessThan(range.end);
          }
        }
      }),
    );
  });
});

describe('movedRange', () => {
  const moved = (range: [number, number], before: number[], ids: number[]) => {
    const { start, end } = movedRange(
      { start: range[0], end: range[1] },
      Float64Array.from(before),
      Float64Array.from(ids),
    );
    return ids.slice(start, end);
  };

  it('holds the same rows when the whole takes the place of a part, whatever the order of their ids', () => {
    expect(moved([1, 3], [7, 8, 9], [50, 51, 7, 8, 9, 1])).toEqual([8, 9]);
    expect(moved([0, 2], [7, 8], [7, 8, 9])).toEqual([7, 8]);
  });

  it('goes by the first row that is still there, and stays within them', () => {
    expect(moved([1, 4], [1, 2, 3, 4, 5], [0, 1, 3, 4, 5])).toEqual([1, 3, 4]);
    expect(moved([0, 3], [2, 3, 4], [3, 4])).toEqual([3, 4]);
    expect(moved([0, 2], [1, 2], [8, 9, 10])).toEqual([8, 9]);
  });
});
