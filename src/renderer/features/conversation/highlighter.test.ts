import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colouredLines } from './highlighter.ts';

function textOf(code: string, language: string): string | undefined {
  return colouredLines(code, language)
    ?.map(line => line.map(run => run.text).join(''))
    .join('\n');
}

describe('coloured lines', () => {
  it('know keywords, strings and comments', () => {
    const kinds = colouredLines('const a = "b"; // c', 'TS')?.flat();
    expect(kinds?.map(({ text, kind }) => [text.trim(), kind])).toEqual(
      expect.arrayContaining([
        ['const', 'keyword'],
        ['"b"', 'string'],
        ['// c', 'comment'],
      ]),
    );
  });

  it('are the code, character by character', () => {
    const piece = fc.constantFrom(
      'let ',
      '"',
      "'",
      '`',
      '/*',
      '*/',
      '//',
      '\n',
      '{',
      '}',
      '#',
      '<b>',
      '1',
      ' ',
      'x',
      '$(',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.constantFrom('js', 'python', 'bash', 'html', 'yaml', 'rust'),
        (pieces, language) => {
          const code = pieces.join('');
          expect(textOf(code, language)).toBe(code);
        },
      ),
    );
  });

  it('are none for a language that is not known', () => {
    expect(colouredLines('x', 'no such language')).toBeNull();
  });
});
