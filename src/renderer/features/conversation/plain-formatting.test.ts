import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText } from './markdown-format.ts';
import { plainFormatting } from './plain-formatting.ts';

const pieces = fc.constantFrom(
  ...['word', 'слово', '言葉', '👍🏽', '\u00a0', '\u3000', '.', ',', '!', '1.', '12)', '(', ')', '"', "'", 'www.', 'a.b'],
  ...[' ', '  ', '    ', '\n', '\n\n', '\n \n', ';', '?', '/', '%', '—', '\u2028', '\f', '\v', '0', '\0'],
  ...['*', '_', '`', '#', '-', '+', '~', '|', '<', '>', '[', ']', '\\', '$', '&', ':', '@', '=', '^', '\t', '{', '}'],
);
const texts = fc.array(pieces, { maxLength: 14 }).map(parts => parts.join(''));

describe('plainFormatting', () => {
  it('takes ordinary sentences for what they are', () => {
    expect(plainFormatting('Yes, that is it.\n\nIt was late; we (all) went home!', 400)).toEqual({
      nodes: [
        { tag: 'p', children: ['Yes, that is it.'] },
        { tag: 'p', children: ['It was late; we (all) went home!'] },
      ],
      rest: '',
      following: '',
    });
  });

  it('leaves out spaces before a blank line, and takes long rows of them for what they are', () => {
    expect(plainFormatting('word \n\nword', 400)?.nodes).toEqual([
      { tag: 'p', children: ['word'] },
      { tag: 'p', children: ['word'] },
    ]);
    const gap = ' '.repeat(1_000_000);
    expect(plainFormatting(`a${gap}b`, 400)?.nodes).toEqual([{ tag: 'p', children: [`a${gap}b`] }]);
  });

  it('leaves more paragraphs than are allowed to the formatter', () => {
    expect(plainFormatting('word\n\n'.repeat(400), 400)?.nodes.length).toBe(400);
    expect(plainFormatting('word\n\n'.repeat(401), 400)).toBeNull();
  });

  it('finds exactly what the formatter finds, or nothing', () => {
    fc.assert(
      fc.property(texts, text => {
        const plain = plainFormatting(text, 400);
        if (plain === null || plain.nodes.length === 0) return;
        expect(plain).toEqual(formatText({ text, most: 400, cut: false }));
      }),
      { numRuns: 4000 },
    );
  });
});
