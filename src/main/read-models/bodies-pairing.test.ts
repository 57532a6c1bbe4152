import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairResults } from './bodies-pairing.ts';
import { callIds, type NormalCall } from './tool-calls.ts';

const ids = fc.constantFrom('a', 'b', 'c');
const calls = fc.array(
  fc
    .record({ id: fc.option(ids), otherId: fc.option(fc.constantFrom('x', 'y')) })
    .map(({ id, otherId }): NormalCall => ({
      id,
      otherId: id === null ? null : otherId,
      name: 'terminal',
      arguments: '{}',
      argumentsValid: true,
    })),
  { maxLength: 6 },
);
const results = fc.array(fc.record({ toolCallId: fc.option(fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z', '')) }), {
  maxLength: 8,
});

describe('pairing', () => {
  it('shows every result once: with the call that asked for it, or loose', () => {
    fc.assert(
      fc.property(calls, results, (asked, given) => {
        const { answers, loose } = pairResults(asked, given);
        expect(answers).toHaveLength(asked.length);
        const shown = [...answers.filter(answer => answer !== null), ...loose];
        expect(new Set(shown)).toEqual(new Set(given));
        expect(shown).toHaveLength(given.length);
      }),
    );
  });

  it('answers a call by one of its ids only, and one without ids by a result without one', () => {
    fc.assert(
      fc.property(calls, results, (asked, given) => {
        pairResults(asked, given).answers.forEach((answer, at) => {
          const call = asked[at];
          if (answer === null || call === undefined) return;
          const known = callIds(call);
          if (known.length === 0) expect(answer.toolCallId ?? '').toBe('');
          else expect(known).toContain(answer.toolCallId);
        });
      }),
    );
  });

  it('leaves no result loose that a call without an answer asked for', () => {
    fc.assert(
      fc.property(calls, results, (asked, given) => {
        const { answers, loose } = pairResults(asked, given);
        const open = asked.filter((_call, at) => answers[at] === null).flatMap(callIds);
        for (const { toolCallId } of loose) expect(open).not.toContain(toolCallId);
      }),
    );
  });

  it('gives calls of one id their results in order', () => {
    const call: NormalCall = { id: 'a', otherId: null, name: 't', arguments: '', argumentsValid: true };
    const given = [
      { toolCallId: 'a', at: 1 },
      { toolCallId: 'a', at: 2 },
      { toolCallId: 'a', at: 3 },
    ];
    expect(pairResults([call, call], given)).toEqual({ answers: given.slice(0, 2), loose: given.slice(2) });
  });
});
