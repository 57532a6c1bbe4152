import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutList } from './list-layout.ts';

const SIZES = { row: 44, head: 26 };

function groupsOf(counts: readonly number[]) {
  let start = 0;
  return counts.map((count, at) => {
    const group = { key: `g${String(at)}`, start, count };
    start += count;
    return group;
  });
}

describe('layOutList', () => {
  it('places heads and rows one under the other', () => {
    const layout = layOutList(groupsOf([2, 1]), SIZES);
    const kinds = Array.from({ length: layout.count }, (_, at) => layout.item(at));
    expect(kinds.map(item => (item.kind === 'head' ? 'head' : item.row))).toEqual(['head', 0, 1, 'head', 2]);
    expect(Array.from({ length: 5 }, (_, at) => layout.offsetOf(at))).toEqual([0, 26, 70, 114, 140]);
    expect(layout.height).toBe(184);
    expect(layout.groupBox(1)).toEqual({ top: 114, height: 70 });
  });

  it('lays every item against the next and finds every row at its own item, whatever the groups', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(counts, fc.nat(), (sizes, seed) => {
        const layout = layOutList(groupsOf(sizes), SIZES);
        const index = seed % layout.count;
        const next = index + 1 < layout.count ? layout.offsetOf(index + 1) : layout.height;
        expect(layout.offsetOf(index) + layout.sizeOf(index)).toBe(next);
        const item = layout.item(index);
        if (item.kind === 'row') expect(layout.itemOfRow(item.row)).toBe(index);
        const last = layout.offsetOf(layout.count - 1);
        expect(last + SIZES.row).toBe(layout.height);
      }),
    );
  });

  it('is empty without groups', () => {
    expect(layOutList([], SIZES)).toMatchObject({ count: 0, height: 0 });
  });
});
