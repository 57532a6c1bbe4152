import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSessionLink, parseSessionLink, sessionLink } from './session-link.ts';

const anyId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter(id => id.trim() !== '' && !/[\p{Cc}\p{Surrogate}]/u.test(id));

describe('links to sessions', () => {
  it('come back as what they were made of, whatever the id', () => {
    fc.assert(
      fc.property(anyId, fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })), (sessionId, messageId) => {
        const link = sessionLink(sessionId, messageId);
        expect(isSessionLink(link)).toBe(true);
        expect(parseSessionLink(link)).toEqual({ kind: 'session', sessionId, messageId });
      }),
    );
  });

  it.each([
    ['hermes-sessions://session/20261112_1305_a1', '20261112_1305_a1', null],
    ['HERMES-SESSIONS://SESSION/a%2Fb?message=7', 'a/b', 7],
    ['hermes-sessions://session/a/', 'a', null],
    ['hermes-sessions://session/a/?message=12', 'a', 12],
    ['hermes-sessions://session/%D0%B4%D0%B0', 'да', null],
  ])('%s is read', (link, sessionId, messageId) => {
    expect(parseSessionLink(link)).toEqual({ kind: 'session', sessionId, messageId });
  });

  it.each([
    '',
    'hermes-sessions:',
    'hermes-sessions://',
    'hermes-sessions://session',
    'hermes-sessions://session/',
    'hermes-sessions://session/%20',
    'hermes-sessions://session/%00',
    'hermes-sessions://session/a%0Ab',
    'hermes-sessions://session/%FF',
    'hermes-sessions://session/%',
    'hermes-sessions://session/a/b',
    'hermes-sessions://session/a b',
    'hermes-sessions://session/a#x',
    'hermes-sessions://session/a?message=',
    'hermes-sessions://session/a?message=0',
    'hermes-sessions://session/a?message=-1',
    'hermes-sessions://session/a?message=1.5',
    'hermes-sessions://session/a?message=1e3',
    'hermes-sessions://session/a?message=9007199254740993',
    'hermes-sessions://session/a?message=1&db=/etc/passwd',
    'hermes-sessions://session/a?db=/etc/passwd',
    'hermes-sessions://open/a',
    'hermes-sessions://session@evil/a',
    'hermes-sessions://session:80/a',
    'https://session/a',
    `hermes-sessions://session/${'a'.repeat(20_000)}`,
    `hermes-sessions://session/${'a'.repeat(2000)}`,
  ])('%j is refused with a sentence', link => {
    const asked = parseSessionLink(link);
    expect(asked.kind).toBe('nonsense');
    expect(asked.kind === 'nonsense' ? asked.problem : '').toMatch(/^The .+\.$/);
  });

  it('never throws, and lets nothing through but an id and a number', () => {
    const tail = fc.array(
      fc.constantFrom('session', '/', '?', '#', '%', '&', 'message=', '=', '1', 'a', ':', '@', '\n'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          tail.map(parts => parts.join('')),
        ),
        text => {
          for (const link of [text, `hermes-sessions://${text}`]) {
            const asked = parseSessionLink(link);
            if (asked.kind === 'nonsense') continue;
            expect(Object.keys(asked).sort()).toEqual(['kind', 'messageId', 'sessionId']);
            expect(asked.sessionId).not.toMatch(/\p{Cc}/u);
            expect(parseSessionLink(sessionLink(asked.sessionId, asked.messageId))).toEqual(asked);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
