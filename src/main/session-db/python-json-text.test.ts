import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonJson } from './python-json.ts';
import { dumpPythonFloat, rewritePythonJson } from './python-json-text.ts';

describe('dumpPythonFloat', () => {
  // What CPython 3.11 prints.
  it.each([
    [1785114000, '1785114000.0'],
    [1785200401.000001, '1785200401.000001'],
    [0, '0.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [1e15, '1000000000000000.0'],
    [9007199254740992, '9007199254740992.0'],
    [1e16, '1e+16'],
    [1.2345678901234568e17, '1.2345678901234568e+17'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
  ])('prints %d as Python does', (value, text) => {
    expect(dumpPythonFloat(value)).toBe(text);
  });
});

describe('rewritePythonJson', () => {
  // What json.dumps(json.loads(text), ensure_ascii=False) of CPython 3.11 gives.
  it.each([
    ['[1,2.0,-0,-0.0,1e5,1E400,12345678901234567890]', '[1, 2.0, 0, -0.0, 100000.0, Infinity, 12345678901234567890]'],
    ['{"2":"b","1":"a","__proto__":{}}', '{"2": "b", "1": "a", "__proto__": {}}'],
    ['{"a":1,"b":2,"a":3}', '{"a": 3, "b": 2}'],
    [
      '"\\u4e2d\\u6587 \\ud83d\\ude00 \\/ \\u007f \\u2028 \\b\\f\\n\\r\\t\\u0001\\u001F"',
      '"中文 😀 / \u007f \u2028 \\b\\f\\n\\r\\t\\u0001\\u001f"',
    ],
    [' [ ] ', '[]'],
    ['{ }', '{}'],
    ['[NaN, Infinity, -Infinity, true, false, null]', '[NaN, Infinity, -Infinity, true, false, null]'],
    ['"a\\\\"', '"a\\\\"'],
    ['{"a\\"b": "\\\\\\""}', '{"a\\"b": "\\\\\\""}'],
  ])('writes %s again as Python does', (text, again) => {
    expect(rewritePythonJson(text)).toBe(again);
  });

  it('keeps half a surrogate pair escaped', () => {
    expect(rewritePythonJson('"x\\ud800y"')).toBe('"x\\ud800y"');
  });

  it.each([
    '',
    ' ',
    '[',
    '[1',
    '[1,]',
    '{"a"}',
    '{"a":}',
    '{a: 1}',
    '01',
    '1.',
    '.5',
    '+1',
    '"\u0001"',
    '"\\x"',
    '"',
    '[1]]',
    'nul',
    "'a'",
  ])('refuses %j', text => {
    expect(() => rewritePythonJson(text)).toThrow(SyntaxError);
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  });

  it('refuses nesting without end, and takes long strings', () => {
    expect(() => rewritePythonJson('['.repeat(5000))).toThrow(SyntaxError);
    const long = JSON.stringify(`${'x\\"'.repeat(2_000_000)}é`);
    expect(rewritePythonJson(long)).toBe(long);
  });

  it('changes nothing of what the text says, and nothing at all the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const again = rewritePythonJson(text);
        expect(parsePythonJson(again)).toEqual(parsePythonJson(text));
        expect(rewritePythonJson(again)).toBe(again);
      }),
    );
  });
});
