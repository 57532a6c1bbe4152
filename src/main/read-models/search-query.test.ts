import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, type Conjunction, type Term } from './search-query.ts';

/** A short form to compare with: alternatives by `|`, `-` before what must not be there, `*` behind a prefix. */
function shown(input: string): string {
  const term = (one: Term) => `[${one.text}]${one.prefix ? '*' : ''}`;
  const conjunction = ({ all, none }: Conjunction) => [...all.map(term), ...none.map(one => `-${term(one)}`)].join(' ');
  return parseQuery(input).any.map(conjunction).join(' | ');
}

test.each([
  ['rock', '[rock]*'],
  ['go', '[go]'],
  ['rock roll', '[rock] [roll]*'],
  ['"rock and roll"', '[rock and roll]'],
  ['"rock', '[rock]*'],
  ['rock"', '[rock]'],
  ['a"b c"d', '[a] [b c] [d]'],
  ['rock AND roll', '[rock] [roll]*'],
  ['rock OR weather', '[rock] | [weather]*'],
  ['rock and roll', '[rock] [and] [roll]*'],
  ['rock NOT roll', '[rock] -[roll]'],
  ['rock AND NOT roll', '[rock] -[roll]'],
  ['a OR b c NOT d', '[a] | [b] [c] -[d]'],
  ['rock AND', '[rock]'],
  ['OR rock', '[rock]*'],
  ['NOT rock', '[rock]*'],
  ['rock OR NOT roll', '[rock] | [roll]'],
  ['AND', '[and]*'],
  ['AND OR', '[and] [or]'],
  ['rock NEAR roll', '[rock] [NEAR] [roll]*'],
  ['NEAR(rock roll', '[NEAR(rock] [roll]*'],
  ['doc*', '[doc]*'],
  ['doc* x', '[doc]* [x]'],
  ['*foo', '[*foo]*'],
  ['"rock ro"*', '[rock ro]*'],
  ['C++', '[C++]'],
  ['c++*', '[c++]'],
  ['spare-part', '[spare-part]*'],
  ['v1.2.3', '[v1.2.3]'],
  ['FIXME: close', '[FIXME:] [close]*'],
  ['rock & roll', '[rock] [roll]*'],
  ['ship 🚀', '[ship] [🚀]'],
  ['++', '[++]'],
  ['%', '[%]'],
  ['备份', '[备份]'],
  ['deploy脚本', '[deploy脚本]'],
  ['привет', '[привет]*'],
  ['a\0b', '[a] [b]'],
  ['', ''],
  ['"', ''],
  ['""', ''],
  ['*', ''],
  ['( )', ''],
  ['" "', ''],
])('%j is understood as %s', (input, expected) => {
  expect(shown(input)).toBe(expected);
});

test.each([
  ['rock', 'word'],
  ['node_modules', 'word'],
  ['备', 'cjk'],
  ['ひらがな', 'cjk'],
  ['한국어', 'cjk'],
  ['x备', 'cjk'],
  ['🚀', 'symbol'],
  ['++', 'symbol'],
])('%s is of kind %s', (text, kind) => {
  expect(parseQuery(text).any[0]?.all[0]?.kind).toBe(kind);
});

test('a prefix of one or two letters is not searched as one, and that is known', () => {
  expect(parseQuery('do* x').shortPrefix).toBe(true);
  expect(parseQuery('doc* x').shortPrefix).toBe(false);
});

const word = fc.stringMatching(/^[a-zа-я备份0-9]{1,8}$/).filter(text => !/^(AND|OR|NOT)$/.test(text));

describe('properties', () => {
  test('no input fails, and nothing wanted is empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), input => {
        for (const { all, none } of parseQuery(input).any) {
          expect(all.length).toBeGreaterThan(0);
          for (const term of [...all, ...none]) expect(term.text.trim()).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  test('what is written from alternatives is read as the same alternatives', () => {
    const conjunction = fc.record({
      all: fc.array(word, { minLength: 1, maxLength: 4 }),
      none: fc.array(word, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(conjunction, { minLength: 1, maxLength: 4 }), any => {
        const quoted = (text: string) => `"${text}"`;
        const input = any
          .map(({ all, none }) => [all.map(quoted).join(' AND '), ...none.map(quoted)].join(' NOT '))
          .join(' OR ');
        const read = parseQuery(input).any.map(({ all, none }) => ({
          all: all.map(term => term.text),
          none: none.map(term => term.text),
        }));
        expect(read).toEqual(any);
      }),
    );
  });

  test('plain words are all wanted, in their order', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), words => {
        expect(parseQuery(words.join(' ')).any.map(({ all }) => all.map(term => term.text))).toEqual([words]);
      }),
    );
  });
});
