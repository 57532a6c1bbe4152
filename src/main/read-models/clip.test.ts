import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipText, decodeHead, decodeTail } from './clip.ts';

const text = fc.string({ unit: 'binary', maxLength: 200 });

describe('clipText', () => {
  it('gives the longest beginning that fits and ends at a code point', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (whole, limit) => {
        const { text: shown, bytes, clipped } = clipText(whole, limit);
        expect(whole.startsWith(shown)).toBe(true);
        expect(bytes).toBe(Buffer.byteLength(whole));
        expect(clipped).toBe(shown !== whole);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(Math.max(limit, 0));
        const next = [...whole.slice(shown.length)][0];
        if (next !== undefined) expect(Buffer.byteLength(shown + next)).toBeGreaterThan(limit);
      }),
    );
  });

  it('replaces lone surrogates', () => {
    expect(clipText('a\ud800b', 100)).toEqual({ text: 'a\ufffdb', bytes: 5, clipped: false });
    expect(clipText('a\ud800b', 4)).toEqual({ text: 'a\ufffd', bytes: 5, clipped: true });
  });

  it('says that a text is cut when only its beginning is at hand', () => {
    expect(clipText('begin', 100, 5000)).toEqual({ text: 'begin', bytes: 5000, clipped: true });
  });
});

describe('decodeHead and decodeTail', () => {
  it('lose nothing but the code point that the cut split', () => {
    fc.assert(
      fc.property(text, fc.nat(400), (whole, at) => {
        const bytes = Buffer.from(whole);
        const cut = Math.min(at, bytes.length);
        const head = decodeHead(bytes.subarray(0, cut));
        const tail = decodeTail(bytes.subarray(cut));
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect([...whole].length - [...head].length - [...tail].length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keep bytes that are no UTF-8 as replacement characters', () => {
    expect(decodeHead(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\ufffdb');
    expect(decodeTail(Uint8Array.of(0x61, 0xff))).toBe('a\ufffd');
  });
});
