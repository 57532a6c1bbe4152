import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointLength, firstCodePoints, splitWords, trim, trimStart, wellFormed } from './python-text.ts';

describe('Python text rules', () => {
  it('trims and splits at what Python takes for whitespace', () => {
    expect(trim('\u0085\u001c a\ufeff \u3000')).toBe('a\ufeff');
    expect(trimStart('\u2028 a ')).toBe('a ');
    expect(splitWords(' a\u00a0b\u001fc\ufeffd ')).toEqual(['a', 'b', 'c\ufeffd']);
  });

  it('replaces lone surrogates and nothing else', () => {
    expect(wellFormed('a\ud83db\ude00\ud83d\ude00')).toBe('a\ufffdb\ufffd😀');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), units => {
        const text = String.fromCharCode(...units);
        expect(wellFormed(text)).toBe(Buffer.from(text, 'utf8').toString('utf8'));
      }),
    );
  });

  it('counts and cuts by code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, count) => {
        expect(codePointLength(text)).toBe([...text].length);
        expect(firstCodePoints(text, count)).toBe([...text].slice(0, count).join(''));
      }),
    );
  });
});
