import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsCjk, countCjk, quoteRejected, quoteTokens, sanitizeFts5Query, stripQuotes } from './fts-query.ts';

describe('sanitizeFts5Query', () => {
  it.each([
    ['hello AND', 'hello'],
    ['OR world', 'world'],
    ['AND OR', 'OR'],
    ['hello AND OR', 'hello AND'],
    ['and or', 'or'],
    ['a"b"c', 'a"b"c'],
    ['"unbalanced foo', 'unbalanced foo'],
    ['TODO: fix', 'TODO  fix'],
    ['(a OR b) AND c', 'a OR b  AND c'],
    ['C++', 'C'],
    ['***', ''],
    ['*foo', 'foo'],
    ['foo***', 'foo*'],
    ['.a.b.', '."a.b".'],
    ['a-b-c_d', '"a-b-c_d"'],
    ['日本-語', '"日本-語"'],
    ['don-t "x y" z.w', '"don-t" "x y" "z.w"'],
    ['AND-x', '-x'],
    ['foo--bar', 'foo--bar'],
    ['NEAR(a b)', 'NEAR a b'],
    ['chat-send', '"chat-send"'],
    ['P2.2', '"P2.2"'],
    ['foo_bar', '"foo_bar"'],
    ['foo-bar*', '"foo-bar"*'],
    ['', ''],
    ['  ', ''],
    ['"', ''],
  ])('%j becomes %j', (query, sanitized) => {
    expect(sanitizeFts5Query(query)).toBe(sanitized);
  });

  it('uses 2,048 code points and no more', () => {
    expect(sanitizeFts5Query('😀'.repeat(3000))).toBe('😀'.repeat(2048));
    expect(sanitizeFts5Query(`${'a'.repeat(2047)} b`)).toBe('a'.repeat(2047));
  });

  it('leaves no character that FTS5 takes for syntax, outside quotes', () => {
    const piece = fc.constantFrom(
      'a',
      'b1',
      '_',
      '.',
      '-',
      '*',
      '"',
      '(',
      ')',
      '{',
      '^',
      ':',
      '+',
      ' ',
      '日',
      'AND',
      ' OR ',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const bare = sanitizeFts5Query(pieces.join('')).replace(/"[^"]*"/g, ' ');
        expect(bare).not.toMatch(/[+{}():"^]|\*\*/);
      }),
    );
  });

  it('takes no more than a moment for any text', () => {
    const started = performance.now();
    for (const text of ['_', 'a_', 'a.', '" ', '* ', 'AND ', '\u0000Q0\u0000', ' '])
      sanitizeFts5Query(text.repeat(3000));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('quoting', () => {
  it('quotes every word but operators in any case', () => {
    expect(quoteTokens('a AND b or "c')).toBe('"a" AND "b" or """c"');
    expect(stripQuotes('""大别山 "')).toBe('大别山');
  });

  it('of a refused query keeps phrases, upper-case operators and closing stars', () => {
    expect(quoteRejected('docker. AND "a b" it\'s* or')).toBe('"docker." AND "a b" "it\'s"* "or"');
    expect(quoteRejected('AND a. OR OR b NOT')).toBe('"AND" "a." "OR" OR "b" "NOT"');
  });
});

describe('Chinese, Japanese and Korean', () => {
  it('are counted by character', () => {
    expect(countCjk('a大別山b カナ 한국어 𠀀')).toBe(9);
    expect(containsCjk('Ünïcode Straße')).toBe(false);
  });
});
