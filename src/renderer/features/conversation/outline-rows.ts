import type { Segment } from '../../../shared/contract/conversation.ts';
import type { Prompt } from './prompts-choice.ts';
import { segmentAt } from './skeleton-places.ts';

/** Heights in pixels at a text size of 100 %. */
const PROMPT = 40;
const HEAD = 28;

/** A row of the outline: the head of a segment, or a prompt with its place among the prompts. */
export interface OutlineRow {
  readonly top: number;
  readonly height: number;
  /** Index of the segment that begins here; null for a prompt. */
  readonly segment: number | null;
  /** Place among the prompts; of a head, that of the prompt below it. */
  readonly at: number;
}

/** The rows of an outline from top to bottom. A conversation of one segment has no heads, nor has a segment without prompts. */
export function outlineRows(prompts: readonly Prompt[], segments: readonly Segment[]): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  let top = 0;
  let last = -1;
  prompts.forEach(({ index }, at) => {
    const segment = segmentAt(segments, index);
    if (segments.length > 1 && segment !== last) {
      rows.push({ top, height: HEAD, segment, at });
      top += HEAD;
    }
    last = segment;
    rows.push({ top, height: PROMPT, segment: null, at });
    top += PROMPT;
  });
  return rows;
}

/** Height of all rows together. */
export function outlineHeight(rows: readonly OutlineRow[]): number {
  const end = rows.at(-1);
  return end === undefined ? 0 : end.top + end.height;
}

/** The rows that reach into a stretch from `from` to `to`, in the same pixels as theirs. */
export function rowsWithin(rows: readonly OutlineRow[], from: number, to: number): readonly OutlineRow[] {
  return rows.filter(row => row.top + row.height > from && row.top < to);
}
