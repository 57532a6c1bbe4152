import { expect, test } from 'vitest';
import { firstFinding } from './use-find.ts';

const found = [10, 20, 30].map(itemId => ({ messageId: itemId + 1, itemId, place: 'shown' as const }));
const indexOf = (itemId: number) => [10, 15, 20, 25, 30].indexOf(itemId);

test.each([
  ['at the beginning', 0, 0],
  ['between two findings', 1, 1],
  ['at a finding', 2, 1],
  ['behind all of them', 5, 0],
])('one that stands %s goes to the next finding', (_where, current, expected) => {
  expect(firstFinding(found, current, indexOf)).toBe(expected);
});

test('nothing found is nowhere to go', () => {
  expect(firstFinding([], 0, indexOf)).toBe(-1);
});
