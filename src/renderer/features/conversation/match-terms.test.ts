import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTerms, splitMatches } from './match-terms.ts';

describe('marks in a text', () => {
  it('marks in any case, the longest term first', () => {
    expect(splitMatches('Docker and ДОКЕР dock', matchTerms('dock\nDocker\nдокер'))).toEqual([
      { text: 'Docker', mark: true },
      { text: ' and ', mark: false },
      { text: 'ДОКЕР', mark: true },
      { text: ' ', mark: false },
      { text: 'dock', mark: true },
    ]);
  });

  it('takes terms literally', () => {
    expect(splitMatches('a.b a+b (a|b)', matchTerms('a+b\n(a|b)')).filter(part => part.mark)).toEqual([
      { text: 'a+b', mark: true },
      { text: '(a|b)', mark: true },
    ]);
  });

  it('never loses a character, whatever the text and the terms are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (text, highlight) => {
        const parts = splitMatches(text, matchTerms(highlight));
        expect(parts.map(part => part.text).join('')).toBe(text);
      }),
    );
  });

  it('stops marking before a page is made of marks', () => {
    expect(splitMatches('a'.repeat(5000), matchTerms('a')).length).toBeLessThanOrEqual(201);
  });
});
