import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksAround, openingChunks } from './body-chunks.ts';

const counts = fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 });

/** Segments one after the other, and the ids of their items. */
function layOut(sizes: readonly number[], firstId = 1) {
  let start = 0;
  const segments = sizes.map(count => {
    start += count;
    return { start: start - count, count };
  });
  return { segments, ids: Float64Array.from({ length: start }, (_, at) => firstId + at) };
}

describe('chunks of bodies', () => {
  it('hold each item of a range and those around it once, in order', () => {
    fc.assert(
      fc.property(counts, fc.nat(400), fc.nat(40), fc.nat(20), (sizes, first, length, ahead) => {
        const { segments, ids } = layOut(sizes);
        const start = Math.min(first, ids.length);
        const end = Math.min(ids.length, start + length);
        const chunks = chunksAround(ids, segments, { start, end }, ahead);
        const all = chunks.flat();
        expect(all).toEqual([...new Set(all)].sort((a, b) => a - b));
        if (start === end) return;
        const wanted = ids.subarray(Math.max(0, start - ahead), Math.min(ids.length, end + ahead));
        expect(all).toEqual(expect.arrayContaining([...wanted]));
        expect(chunks.every(chunk => chunk.length > 0 && chunk.length <= 32)).toBe(true);
      }),
    );
  });

  it('are the same in a conversation and in a part of it that has whole segments', () => {
    fc.assert(
      fc.property(counts, counts, counts, fc.nat(), (before, part, behind, place) => {
        const whole = layOut([...before, ...part, ...behind]);
        const skipped = before.reduce((sum, count) => sum + count, 0);
        const near = layOut(part, skipped + 1);
        if (near.ids.length === 0) return;
        const at = place % near.ids.length;
        const range = { start: at, end: at + 1 };
        const moved = { start: at + skipped, end: at + skipped + 1 };
        expect(chunksAround(whole.ids, whole.segments, moved, 0)).toEqual(
          chunksAround(near.ids, near.segments, range, 0),
        );
      }),
    );
  });

  it('of an opening hold its item, or the end where it is not known', () => {
    const { segments, ids } = layOut([40, 0, 70]);
    expect(openingChunks(ids, segments, 41).flat()).toContain(41);
    expect(openingChunks(ids, segments, null).flat()).toContain(110);
    expect(openingChunks(ids, segments, 999).flat()).toContain(110);
    expect(openingChunks(new Float64Array(), [], null)).toEqual([]);
  });
});
