import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markWords } from './mark-words.ts';

const marked = (text: string, asked: string): string[] =>
  markWords(text, asked).flatMap(part => (part.mark ? [part.text] : []));

describe('markWords', () => {
  it.each([
    ['Fix Docker build', 'docker', ['Docker']],
    ['Погода и напоминания', 'ПОГОДА', ['Погода']],
    ['請求書PDFの文字化け', '文字', ['文字']],
    ['build, rebuild', 'build', ['build', 'build']],
    ['c++ and C++', 'c++', ['c++', 'C++']],
    ['docker-compose docker', 'docker docker-compose', ['docker-compose', 'docker']],
    ['a', ' ', []],
  ])('%s with “%s”', (text, asked, expected) => {
    expect(marked(text, asked)).toEqual(expected);
  });

  it('loses nothing of the text, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, asked) => {
        expect(
          markWords(text, asked)
            .map(part => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
