import { describe, expect, it } from 'vitest';
import { MESSAGE_FLAG, ROLES } from '../../../shared/message-flags.ts';
import { stepFailure } from './reading-ways.ts';
import { marksByPixel } from './minimap-marks.ts';
import { filterPrompts, movedChoice } from './prompts-choice.ts';
import { boundariesAt, emptyTail, itemOfDay, promptFrom, promptsOf } from './skeleton-places.ts';

function skeletonOf(items: readonly (readonly [role: (typeof ROLES)[number], flags?: number])[]) {
  return {
    ids: Float64Array.from(items, (_, at) => at + 1),
    roles: Uint8Array.from(items, ([role]) => ROLES.indexOf(role)),
    flags: Uint8Array.from(items, ([, flags]) => flags ?? 0),
    bytes: Float64Array.from(items, () => 10),
    timestamps: Float64Array.from(items, (_, at) => at),
  };
}

describe('prompts', () => {
  const skeleton = skeletonOf([
    ['user', MESSAGE_FLAG.summary],
    ['user'],
    ['assistant'],
    ['user', MESSAGE_FLAG.observed],
    ['user', MESSAGE_FLAG.bookkeeping],
    ['user', MESSAGE_FLAG.rewound],
    ['user', MESSAGE_FLAG.event],
    ['user'],
  ]);

  it('are what the user said to the agent', () => {
    expect(promptsOf(skeleton)).toEqual([1, 5, 7]);
  });

  it('are found forwards and backwards', () => {
    expect(promptFrom(skeleton, 1, 1)).toBe(5);
    expect(promptFrom(skeleton, 5, -1)).toBe(1);
    expect(promptFrom(skeleton, 1, -1)).toBe(-1);
    expect(promptFrom(skeleton, 7, 1)).toBe(-1);
  });

  it('are filtered by every word, in any case and order', () => {
    const prompts = ['Fix the Docker build', 'why is docker slow', 'завтра ДОЖДЬ'].map((text, index) => ({
      id: index,
      index,
      text,
      time: 0,
    }));
    const found = (filter: string) => filterPrompts(prompts, filter).map(({ index }) => index);
    expect(found('')).toEqual([0, 1, 2]);
    expect(found('  DOCKER ')).toEqual([0, 1]);
    expect(found('build fix')).toEqual([0]);
    expect(found('дождь')).toEqual([2]);
    expect(found('nothing')).toEqual([]);
  });

  it('are chosen by keys that stop at either end', () => {
    expect(movedChoice('ArrowDown', 0, 3, 2)).toBe(1);
    expect(movedChoice('ArrowDown', 2, 3, 2)).toBe(2);
    expect(movedChoice('ArrowUp', 0, 3, 2)).toBe(0);
    expect(movedChoice('PageDown', 0, 9, 4)).toBe(4);
    expect(movedChoice('PageUp', 2, 9, 4)).toBe(0);
    expect(movedChoice('a', 2, 9, 4)).toBeNull();
  });
});

describe('the item of a day', () => {
  it('is the first of that day in the order of the conversation, else the earliest later one', () => {
    const times = Float64Array.of(10, Number.NaN, 25, 21, 38, 33);
    expect(itemOfDay(times, 20, 30)).toBe(2);
    expect(itemOfDay(times, 0, 10)).toBe(0);
    expect(itemOfDay(times, 26, 30)).toBe(5);
    expect(itemOfDay(times, 40, 50)).toBe(-1);
  });
});

describe('boundaries', () => {
  const compactions = [0, 4, 9].map(index => ({ kind: 'rotation' as const, segmentId: 's', summaryId: null, index }));

  it('stand above an item or behind the last one', () => {
    expect(boundariesAt(compactions, 4)).toEqual([compactions[1]]);
    expect(boundariesAt(compactions, 5)).toEqual([]);
    expect(emptyTail(compactions, 9)).toEqual([compactions[2]]);
  });
});

describe('failures', () => {
  const failures = [
    { index: 3, messageId: 30 },
    { index: 3, messageId: 31 },
    { index: 8, messageId: 80 },
  ];

  it('follow each other, two of one item one after the other', () => {
    expect(stepFailure(failures, { item: 0, messageId: null }, 1)?.messageId).toBe(30);
    expect(stepFailure(failures, { item: 1, messageId: 30 }, 1)?.messageId).toBe(31);
    expect(stepFailure(failures, { item: 1, messageId: 31 }, 1)?.messageId).toBe(80);
    expect(stepFailure(failures, { item: 6, messageId: 80 }, 1)).toBeNull();
    expect(stepFailure(failures, { item: 6, messageId: 80 }, -1)?.messageId).toBe(31);
    expect(stepFailure(failures, { item: 9, messageId: null }, -1)?.messageId).toBe(80);
    expect(stepFailure(failures, { item: 2, messageId: null }, -1)).toBeNull();
  });
});

describe('the strip', () => {
  it('draws each row of pixels once and stays within its height', () => {
    expect(marksByPixel([0, 1, 2, 99], item => item * 0.4, 30)).toEqual([
      { y: 0, strength: 1 },
      { y: 1, strength: 1 },
      { y: 30, strength: 1 },
    ]);
  });

  it('draws crowded rows the stronger the more they hold', () => {
    const [few, many] = marksByPixel([0, 10, 11, 12, 20, 30], item => Math.floor(item / 10), 4);
    expect(many?.strength).toBeGreaterThan(few?.strength ?? 1);
    expect(many?.strength).toBeLessThan(1);
  });
});
