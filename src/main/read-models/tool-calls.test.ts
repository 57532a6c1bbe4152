import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callIds, readToolCalls } from './tool-calls.ts';

const call = { id: 'c1', type: 'function', function: { name: 'terminal', arguments: '{"cmd": "ls"}' } };
const normal = { id: 'c1', otherId: null, name: 'terminal', arguments: '{"cmd": "ls"}', argumentsValid: true };

function read(value: unknown): ReturnType<typeof readToolCalls> {
  return readToolCalls(JSON.stringify(value));
}

describe('readToolCalls', () => {
  it.each([
    ['a list', [call]],
    ['a single call', call],
    ['a list packed into a string', JSON.stringify([call])],
    ['a list packed twice', JSON.stringify(JSON.stringify([call]))],
    ['a call without `function`', { id: 'c1', name: 'terminal', arguments: '{"cmd": "ls"}' }],
    ['only `call_id`', { call_id: 'c1', function: { name: 'terminal', arguments: '{"cmd": "ls"}' } }],
  ])('reads %s', (_, value) => {
    expect(read(value)).toEqual({ calls: [normal], unreadable: false });
  });

  it('keeps both ids where they differ', () => {
    const { calls } = read([{ ...call, call_id: 'other' }]);
    expect(calls.flatMap(callIds)).toEqual(['c1', 'other']);
    expect(read([{ ...call, call_id: 'c1' }]).calls.flatMap(callIds)).toEqual(['c1']);
  });

  it('writes out arguments that are an object, with exact numbers', () => {
    const stored = '[{"id":"c1","function":{"name":"f","arguments":{"n":12345678901234567890,"x":NaN}}}]';
    expect(readToolCalls(stored).calls[0]).toMatchObject({ arguments: '{"n":12345678901234567890,"x":NaN}' });
  });

  it('keeps arguments that are no JSON as the model wrote them', () => {
    expect(read([{ id: 'c1', function: { name: 'terminal', arguments: '{"cmd": "ls' } }]).calls[0]).toMatchObject({
      arguments: '{"cmd": "ls',
      argumentsValid: false,
    });
  });

  it.each([null, '', '  ', '[]', '{}', 'null', '""', 'false'])('finds no calls in %j', stored => {
    expect(readToolCalls(stored)).toEqual({ calls: [], unreadable: false });
  });

  it.each(['[{"id":"c2","function":{"name":"read_file"', 'ls -l', '12', 'true', '"words"'])(
    'says that %j is unreadable',
    stored => {
      expect(readToolCalls(stored)).toEqual({ calls: [], unreadable: true });
    },
  );

  it('drops no element of a list', () => {
    const { calls } = read([call, 'words', 7, null, [], {}]);
    expect(calls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ['terminal', '{"cmd": "ls"}'],
      ['unknown', 'words'],
      ['unknown', '7'],
      ['unknown', 'null'],
      ['unknown', '[]'],
      ['unknown', ''],
    ]);
  });

  it('shows all of what has no form of a call', () => {
    const shown = (value: unknown) => read(value).calls.map(({ name, arguments: given }) => [name, given]);
    expect(shown({ note: 'no call', n: 1 })).toEqual([['unknown', '{"note":"no call","n":1}']]);
    expect(shown([{ name: 'ls', parameters: { a: 1 } }])).toEqual([['ls', '{"name":"ls","parameters":{"a":1}}']]);
    expect(shown([{ id: 'x', type: 'function', function: { name: 'now' } }])).toEqual([['now', '']]);
  });

  it('takes any JSON without throwing and keeps the number of calls', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), list => {
        expect(read(list).calls).toHaveLength(list.length);
      }),
    );
    const shaped = fc.record(
      {
        id: fc.jsonValue(),
        call_id: fc.jsonValue(),
        function: fc.jsonValue(),
        name: fc.jsonValue(),
        arguments: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shaped, value => {
        const { calls } = read([value]);
        expect(typeof calls[0]?.name).toBe('string');
        expect(typeof calls[0]?.arguments).toBe('string');
      }),
    );
  });

  it('takes any text and any bytes without throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), stored => void readToolCalls(stored)));
    fc.assert(fc.property(fc.uint8Array(), stored => void readToolCalls(stored)));
    expect(readToolCalls('['.repeat(200_000)).unreadable).toBe(true);
    expect(readToolCalls(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeDefined();
  });
});
