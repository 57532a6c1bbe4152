import { expect, it } from 'vitest';
import { conversationRow } from '../../../../test/support/conversation-row.ts';
import { limbsOf } from './row-limbs.tsx';

/** The lines of every row of a list whose rows have these depths. */
function linesOf(depths: readonly number[]): string[] {
  const rows = depths.map((depth, at) => conversationRow(`r${String(at)}`, { depth }));
  return rows.map((_, at) => limbsOf(index => rows[index], at));
}

it('a line goes on as long as a sibling follows, and ends at the last one', () => {
  expect(linesOf([0, 1, 1, 0])).toEqual(['', 't', 'l', '']);
  expect(linesOf([0, 1, 2, 2, 1, 2])).toEqual(['', 't', 'tt', 'tl', 'l', 'nl']);
  expect(linesOf([0, 1, 2, 3, 1])).toEqual(['', 't', 'tl', 'tnl', 'l']);
});

it('rows that are deeper than the list shows keep the lines of the outer ones', () => {
  expect(linesOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 1]).slice(7, 10)).toEqual(['tnnnnl', 'tnnnnt', 'tnnnnl']);
});
