import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberOf, parseJson, textOf, writeJson } from './json-nodes.ts';
import { jsonRows } from './json-rows.ts';

describe('JSON nodes', () => {
  it('keep every value that JSON has', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const node = parseJson(JSON.stringify(value));
        expect(node === null ? null : writeJson(node)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('write the same over several lines as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const node = parseJson(JSON.stringify(value));
        expect(node === null ? null : writeJson(node, 2)).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('refuse what JSON.parse refuses', () => {
    const unit = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '-', '.', 'e', 't', 'r', 'u', '\\', ' ', 'n');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), text => {
        expect(parseJson(text) !== null).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('keep long numbers, doubles of a member, and the order of names that are numbers', () => {
    const text = '{"b":12345678901234567890123,"10":1.000,"2":[1e999,NaN,-Infinity],"b":0.1000000000000000055}';
    const node = parseJson(text);
    expect(node === null ? null : writeJson(node)).toBe(text);
    expect(memberOf(node, 'b')).toEqual({ kind: 'literal', text: '0.1000000000000000055' });
  });

  it('give up on a nesting that is too deep, without an error', () => {
    expect(parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toBeNull();
  });

  it('take a member called __proto__ for one', () => {
    expect(textOf(parseJson('{"__proto__":"x"}'), '__proto__')).toBe('x');
    expect(textOf(parseJson('{"a":"x"}'), 'constructor', 'a')).toBe('x');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function linesOf(text: string, changed: [string, boolean][] = []): string[] {
  const node = parseJson(text);
  if (node === null) throw new Error('no JSON');
  return jsonRows(node, new Map(changed)).map(
    row => `${'  '.repeat(row.depth)}${row.name === null ? '' : `${row.name}: `}${row.shown}${sizeOf(row)}`,
  );
}

function sizeOf({ open, size }: { open: boolean | null; size: number | null }): string {
  if (open === null || size === null) return '';
  return open ? `(${String(size)} open)` : `(${String(size)})`;
}

describe('rows of a tree', () => {
  it('are all open where they are few', () => {
    expect(linesOf('{"a":{"b":{"c":1}},"d":[true,null],"e":{}}')).toEqual([
      'a: (1 open)',
      '  b: (1 open)',
      '    c: 1',
      'd: (2 open)',
      '  0: true',
      '  1: null',
      'e: {}',
    ]);
    expect(linesOf('{}')).toEqual(['{}']);
    expect(linesOf('1.0')).toEqual(['1.0']);
  });

  it('are open to the second level where they are many', () => {
    const many = { a: { b: { c: Array.from({ length: 30 }, () => 0) } }, d: [1] };
    expect(linesOf(JSON.stringify(many))).toEqual(['a: (1 open)', '  b: (1)', 'd: (1 open)', '  0: 1']);
  });

  it('open and close by path, also where a name comes twice', () => {
    const text = '{"a":{"b":1},"a":{"c":2}}';
    expect(linesOf(text, [['$.0', false]])).toEqual(['a: (1)', 'a: (1 open)', '  c: 2']);
  });

  it('show a long text as one line until it is opened, then in lines that are never wide', () => {
    const text = JSON.stringify(['x'.repeat(2000)]);
    expect(linesOf(text)).toEqual([`0: "${'x'.repeat(120)}…(2000)`]);
    const opened = linesOf(text, [['$[0]', true]]).slice(1);
    expect(opened.map(line => line.trim().length)).toEqual([...Array.from({ length: 12 }, () => 160), 80]);
  });

  it('do not show what is invisible', () => {
    expect(linesOf('{"a\\u202eb":"c\\u0000d"}')).toEqual(['a⟪U+202E⟫b: "c␀d"']);
  });
});
