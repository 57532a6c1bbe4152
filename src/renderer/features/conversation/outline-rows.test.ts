import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../shared/contract/conversation.ts';
import { outlineHeight, outlineRows, rowsWithin } from './outline-rows.ts';
import type { Prompt } from './prompts-choice.ts';

const prompt = (index: number): Prompt => ({ id: index + 1, index, text: 'words', time: 0 });
const segment = (start: number): Segment => ({ sessionId: `s${String(start)}`, start, count: 5 }) as Segment;

describe('the rows of an outline', () => {
  it('have a head for each segment with prompts, and none where there is one segment', () => {
    const prompts = [prompt(0), prompt(3), prompt(12)];
    const rows = outlineRows(prompts, [segment(0), segment(5), segment(10)]);
    expect(rows.map(row => row.segment)).toEqual([0, null, null, 2, null]);
    expect(rows.map(row => row.at)).toEqual([0, 0, 1, 2, 2]);
    expect(outlineRows(prompts, [segment(0)]).map(row => row.segment)).toEqual([null, null, null]);
  });

  it('stand one below the other', () => {
    const rows = outlineRows([prompt(0), prompt(6)], [segment(0), segment(5)]);
    rows.slice(1).forEach((row, at) => {
      const above = rows[at];
      expect(row.top).toBe((above?.top ?? 0) + (above?.height ?? 0));
    });
    expect(outlineHeight(rows)).toBe(2 * 28 + 2 * 40);
    expect(outlineHeight([])).toBe(0);
  });

  it('are drawn where they reach into what is seen', () => {
    const rows = outlineRows([prompt(0), prompt(1), prompt(2)], [segment(0)]);
    expect(rowsWithin(rows, 41, 80).map(row => row.at)).toEqual([1]);
    expect(rowsWithin(rows, 39, 81).map(row => row.at)).toEqual([0, 1, 2]);
  });
});
