import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byNumber } from './session-view-sorting.ts';
import { byTitle, titleCollator } from './session-view-titles.ts';

describe('sorting without comparisons', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true }), fc.constant(-Infinity));

  it('is descending, and leaves equal ones as they stand', () => {
    fc.assert(
      fc.property(fc.array(number), numbers => {
        const items = numbers.map((key, at) => ({ key, at }));
        const sorted = byNumber(items, ({ key }) => key);
        // -0 and 0 are equal; the difference of infinities is none.
        const expected = items.toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? 1 : -1));
        expect(sorted).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('puts titles as the collator does, in any script and with numbers', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'Fix',
        'fix',
        'Ärger',
        'погода',
        'Ёлка',
        '東京',
        'データ',
        '#2',
        '#12',
        '007',
        '7',
        ' ',
        '-',
        'é',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.nat(99_999).map(String),
    );
    const title = fc.array(word, { maxLength: 4 }).map(words => words.join(' '));
    fc.assert(
      fc.property(fc.array(title, { maxLength: 80 }), titles => {
        const items = titles.map((text, at) => ({ text, at }));
        const expected = items.toSorted((a, b) => titleCollator.compare(a.text, b.text));
        const sorted = byTitle(
          items,
          ({ text }) => text,
          (a, b) => a.at - b.at,
        );
        expect(sorted).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
