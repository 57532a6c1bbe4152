import { expect, it } from 'vitest';
import type { OpenConversation } from './queries.ts';
import { keepHeights } from './reading-window-parts.ts';
import { makeRowsAhead, windowRows } from './window-rows.ts';

function skeletonOf(ids: readonly number[]): OpenConversation['skeleton'] {
  return {
    ids: Float64Array.from(ids),
    timestamps: new Float64Array(ids.length),
    roles: new Uint8Array(ids.length),
    flags: new Uint16Array(ids.length),
    bytes: Float64Array.from(ids, id => id * 100),
  } as unknown as OpenConversation['skeleton'];
}

it('rows made ahead are those that a window asks for, and belong to one window', () => {
  const skeleton = skeletonOf([1, 5, 9]);
  const expected = windowRows(skeleton, 500);
  makeRowsAhead(skeleton);
  const made = windowRows(skeleton, 500);
  expect([0, 1, 2].map(at => made.heights.height(at))).toEqual([0, 1, 2].map(at => expected.heights.height(at)));
  expect([1, 5, 9, 7].map(id => made.index.of(id))).toEqual([0, 1, 2, -1]);
  expect(windowRows(skeleton, 500).heights).not.toBe(made.heights);
});

it('rows made for another width are made again', () => {
  const skeleton = skeletonOf([1, 5, 9]);
  windowRows(skeleton, 700);
  makeRowsAhead(skeleton);
  expect(windowRows(skeleton, 300).heights.total).toBeGreaterThan(windowRows(skeleton, 700).heights.total);
});

it('what was measured is known of the same rows in other places', () => {
  const before = windowRows(skeletonOf([5, 9]), 500);
  before.heights.set(0, 1234);
  const rows = windowRows(skeletonOf([1, 5]), 500);
  const first = rows.heights.height(0);
  keepHeights(rows, before);
  expect([0, 1].map(at => rows.heights.height(at))).toEqual([first, 1234]);
});
