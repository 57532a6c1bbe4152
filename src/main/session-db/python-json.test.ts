import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJsonSize } from './compact-json-size.ts';
import { dumpPythonJson, parsePythonJson } from './python-json.ts';

/** Values as JSON holds them; the sign of zero and keys that JavaScript reorders are Python's affair. */
const jsonValue = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => (number === 0 ? 0 : number)),
    fc.integer(),
    fc.bigInt().filter(value => value > 2n ** 53n || value < -(2n ** 53n)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
})).value;

describe('dumpPythonJson', () => {
  it.each([[Buffer.from('x')], [new Date(0)], [{ a: [new Uint8Array(1)] }]])(
    'refuses what Python refuses: %j',
    value => {
      expect(() => dumpPythonJson(value)).toThrow(TypeError);
    },
  );

  it.each([
    [{ a: [1, 2], b: { c: null } }, '{"a": [1, 2], "b": {"c": null}}'],
    ['ü中😀', String.raw`"\u00fc\u4e2d\ud83d\ude00"`],
    ['\ud83d', String.raw`"\ud83d"`],
    ['\u0001\u007f\n"\\/', String.raw`"\u0001\u007f\n\"\\/"`],
    [[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], '[NaN, Infinity, -Infinity]'],
    [12345678901234567890n, '12345678901234567890'],
    [[1.5, 0.0001, 0.00001, 1e-7, -0, 1e21], '[1.5, 0.0001, 1e-05, 1e-07, -0.0, 1e+21]'],
    [[2 ** 53, 1e16, 12345678901234567000], '[9007199254740992.0, 1e+16, 1.2345678901234567e+19]'],
    [{ kept: 1, left: undefined }, '{"kept": 1}'],
    [[], '[]'],
    [{}, '{}'],
  ])('writes %o as Python does', (value, text) => {
    expect(dumpPythonJson(value)).toBe(text);
  });

  it('writes the gaps of an array as null', () => {
    const sparse: unknown[] = [];
    sparse[2] = 1;
    expect(dumpPythonJson({ sparse })).toBe('{"sparse": [null, null, 1]}');
    expect(compactJsonSize({ sparse })).toBe(JSON.stringify({ sparse }).length);
  });

  it('refuses nesting that no stack holds', () => {
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
    expect(dumpPythonJson(deep(1000))).toHaveLength(2000);
    expect(() => dumpPythonJson(deep(1001))).toThrow(TypeError);
    expect(() => dumpPythonJson(deep(100_000))).toThrow(TypeError);
  });

  it('refuses a structure that contains itself', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(() => dumpPythonJson(loop)).toThrow(TypeError);
  });

  it('writes nothing but printable ASCII, and what it writes reads back as the same value', () => {
    fc.assert(
      fc.property(jsonValue, value => {
        const text = dumpPythonJson(value);
        expect(text).toMatch(/^[ -~]*$/);
        expect(parsePythonJson(text)).toEqual(value);
      }),
    );
  });
});

describe('parsePythonJson', () => {
  it('agrees with JSON.parse on all JSON whose integers are small', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), text => {
        fc.pre(!/\d{16}/.test(text));
        expect(parsePythonJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"a": NaN, "b": [Infinity, -Infinity]}', { a: Number.NaN, b: [Infinity, -Infinity] }],
    ['{"NaN": "Infinity NaN", "x": NaN}', { NaN: 'Infinity NaN', x: Number.NaN }],
    ['{"id": 12345678901234567890, "n": -1}', { id: 12345678901234567890n, n: -1 }],
    ['[9007199254740991, 9007199254740993, 1.0000000000000000001]', [9007199254740991, 9007199254740993n, 1]],
    [String.raw`["\\", "\"", 12345678901234567890]`, ['\\', '"', 12345678901234567890n]],
    [' [ 12345678901234567890 , { } , [ ] ] ', [12345678901234567890n, {}, []]],
  ])('reads %s', (text, value) => {
    expect(parsePythonJson(text)).toEqual(value);
  });

  it('keeps a member named __proto__ a member', () => {
    const parsed = parsePythonJson('{"__proto__": {"polluted": NaN}}');
    expect(Object.keys(parsed ?? {})).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    '',
    '{',
    '[1,]',
    '[12345678901234567890,]',
    '{"a" NaN}',
    'NaNs',
    '[NaN',
    '{NaN: 1}',
    '"\u0001NaN"',
    '01234567890123456789',
  ])('refuses %j with a SyntaxError', text => {
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  });

  it('throws nothing but a SyntaxError, whatever the text', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      '\\',
      ',',
      ':',
      'NaN',
      '-',
      '12345678901234567890',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        try {
          parsePythonJson(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });

  it('survives text nested a hundred thousand levels deep, and megabytes in one string', () => {
    expect(() => parsePythonJson(`${'['.repeat(100_000)}NaN`)).toThrow(SyntaxError);
    const long = '\\"'.repeat(2_000_000);
    expect(parsePythonJson(`["${long}", NaN]`)).toEqual(['"'.repeat(2_000_000), Number.NaN]);
  });
});
