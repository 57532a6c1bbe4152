import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentParts, MAX_IMAGE_BYTES } from './content-parts.ts';

const options = { limit: 1000, clean: (text: string) => text };
const shown = (value: unknown) => contentParts(`\u0000json:${JSON.stringify(value)}`, options);
const text = (value: string) => ({
  kind: 'text',
  text: { text: value, bytes: Buffer.byteLength(value), clipped: false },
});
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

describe('contentParts', () => {
  it('shows ordinary text as it is, hostile or not', () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Eevil\u001b[31m javascript:alert(1)';
    expect(contentParts(hostile, options)).toEqual([text(hostile)]);
    expect(contentParts('', options)).toEqual([]);
  });

  it('shows broken structured content as text', () => {
    expect(contentParts('\u0000json:{broken', options)).toEqual([text('\u0000json:{broken')]);
  });

  it('decodes texts and images in the shapes of all producers', () => {
    const image = { kind: 'image', dataUrl: PIXEL, mediaType: 'image/png', bytes: 8 };
    expect(
      shown([
        { type: 'text', text: 'one' },
        { type: 'input_text', text: 'two' },
        'three',
        { type: 'image_url', image_url: { url: PIXEL } },
        { type: 'input_image', image_url: PIXEL },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      ]),
    ).toEqual([text('one'), text('two'), text('three'), image, image, image, image]);
  });

  it('gives the address of images elsewhere and never their bytes', () => {
    expect(shown([{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }])).toEqual([
      { kind: 'remote-image', url: 'https://example.org/a.png' },
    ]);
  });

  it('holds back images that are too large', () => {
    const data = 'A'.repeat(Math.ceil(((MAX_IMAGE_BYTES + 3) * 4) / 3));
    expect(shown([{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }])).toMatchObject([
      { kind: 'image', dataUrl: null, mediaType: 'image/png' },
    ]);
  });

  it.each([
    [{ type: 'image_url', image_url: { url: 'data:text/html,<script>alert(1)</script>' } }, 'image_url'],
    [{ type: 'input_audio', input_audio: { data: 'AAAA' } }, 'input_audio'],
    [{ type: 'image_url' }, 'image_url'],
    [{ text: 7 }, 'unknown'],
    [7, 'unknown'],
    [null, 'unknown'],
  ])('shows %j as the JSON that it is', (part, type) => {
    expect(shown([part])).toEqual([
      { kind: 'other', type, json: { text: JSON.stringify(part), bytes: JSON.stringify(part).length, clipped: false } },
    ]);
  });

  it('shares one limit among the texts of a message', () => {
    const parts = shown([
      { type: 'text', text: 'a'.repeat(900) },
      { type: 'text', text: 'b'.repeat(900) },
      { type: 'text', text: 'c' },
    ]);
    expect(parts.map(part => (part.kind === 'text' ? part.text.text.length : -1))).toEqual([900, 100, 0]);
    expect(parts.at(-1)).toMatchObject({ text: { bytes: 1, clipped: true } });
  });

  it('shows a great many parts as few', () => {
    expect(shown(Array.from({ length: 5000 }, () => 'x')).length).toBeLessThanOrEqual(201);
  });

  it('takes any JSON and any text without throwing', () => {
    fc.assert(fc.property(fc.jsonValue(), value => void shown(value)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), value => void contentParts(`\u0000json:${value}`, options)));
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(contentParts(`\u0000json:${deep}`, options)).toHaveLength(1);
  });
});
