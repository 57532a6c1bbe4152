import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactText, visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('shows bidi controls as marks', () => {
    expect(visibleText('a\u202Eb\u2066c\u200F')).toBe('a⟪U+202E⟫b⟪U+2066⟫c⟪U+200F⟫');
  });

  it('strips terminal escapes to their text', () => {
    expect(visibleText('\u001b[1;31mred\u001b[0m \u001b]8;;https://a.test\u0007link\u001b]8;;\u001b\\ \u001bMup')).toBe(
      'red link up',
    );
  });

  it('keeps terminal escapes as marks where all of a text is wanted', () => {
    expect(exactText('\u001b[1mred\u001b[0m a\u202Eb')).toBe('␛[1mred␛[0m a⟪U+202E⟫b');
  });

  it('shows other controls as pictures and keeps line ends and tabs', () => {
    expect(visibleText('\u0000json:\u007f\ta\r\nb\rc\u0085')).toBe('␀json:␡\ta\nb\nc⟪U+0085⟫');
  });

  it('replaces lone surrogates and keeps pairs', () => {
    expect(visibleText('x\ud800y 😀')).toBe('x\ufffdy 😀');
  });

  it('leaves nothing invisible, whatever comes in', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', '\u001b', '[', ']', '\u0007', 'm', '\u202e', '\u0000', '\\'),
    });
    fc.assert(
      fc.property(hostile, text => {
        const bad = [...visibleText(text)].filter(char => {
          const code = char.codePointAt(0) ?? 0;
          return (code < 0x20 && char !== '\n' && char !== '\t') || code === 0x202e;
        });
        expect(bad).toEqual([]);
      }),
    );
  });

  it('takes a megabyte of unfinished escapes in no time', () => {
    const start = performance.now();
    visibleText('\u001b['.repeat(300_000) + '\u001b]' + 'x'.repeat(1_000_000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
