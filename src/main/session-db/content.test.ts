import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTENT_SENTINEL,
  contentText,
  decodeContent,
  decodeDisplayMetadata,
  decodeProviderItems,
  decodeToolCalls,
  encodeContent,
  isTruthy,
} from './content.ts';

const parts = [
  { type: 'text', text: 'see 中文' },
  { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
];

describe('content', () => {
  it('is stored as text, or as ASCII JSON behind the sentinel', () => {
    expect(encodeContent(parts)).toBe(
      String.raw`${CONTENT_SENTINEL}[{"type": "text", "text": "see \u4e2d\u6587"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]`,
    );
    expect(encodeContent('a\ud83d')).toBe('a\ufffd');
    expect(encodeContent(42)).toBe('42');
    expect(encodeContent(null)).toBeNull();
    expect(encodeContent('')).toBe('');
  });

  it('comes back as it went in', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.jsonValue())), content => {
        fc.pre(typeof content !== 'string' || !content.startsWith(CONTENT_SENTINEL));
        expect(decodeContent(encodeContent(content))).toEqual(JSON.parse(JSON.stringify(content)));
      }),
    );
  });

  it('that cannot be decoded is the stored text; bytes are text with U+FFFD for what is not UTF-8', () => {
    expect(decodeContent(`${CONTENT_SENTINEL}{broken`)).toBe(`${CONTENT_SENTINEL}{broken`);
    expect(decodeContent(Buffer.from([0x61, 0xff]))).toBe('a\ufffd');
    expect(decodeContent(null)).toBeNull();
  });

  it('as one text joins the text parts and names what has none', () => {
    expect(contentText([...parts, { type: 'text', text: 'twice' }])).toBe('see 中文 twice');
    expect(contentText([{ type: 'image_url' }])).toBe('[multimodal content]');
    expect(contentText('plain')).toBe('plain');
    expect(contentText({ type: 'text' })).toBe('');
    expect(contentText(null)).toBe('');
  });
});

describe('the other JSON columns', () => {
  it('have their own answers for text that is not JSON', () => {
    expect(decodeToolCalls('[{')).toEqual([]);
    expect(decodeProviderItems('[{')).toBeNull();
    expect(decodeDisplayMetadata('[{')).toBeNull();
    expect(decodeToolCalls(null)).toBeNull();
    expect(decodeToolCalls('[{"id": "c", "n": NaN}]')).toEqual([{ id: 'c', n: Number.NaN }]);
  });

  it('metadata is decoded twice where it was encoded twice, and must be an object', () => {
    const once = '{"task_count": 2}';
    expect(decodeDisplayMetadata(once)).toEqual({ task_count: 2 });
    expect(decodeDisplayMetadata(JSON.stringify(once))).toEqual({ task_count: 2 });
    expect(decodeDisplayMetadata('[1]')).toBeNull();
    expect(decodeDisplayMetadata('"text"')).toBeNull();
  });

  it('truth is Python’s', () => {
    expect([[], {}, '', 0, null, false, undefined].map(isTruthy)).not.toContain(true);
    expect([[0], { a: 0 }, ' ', -1, true].map(isTruthy)).not.toContain(false);
  });
});
