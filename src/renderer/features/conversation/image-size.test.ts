import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.ts';

const url = (type: string, bytes: readonly number[]) =>
  `data:image/${type};base64,${btoa(String.fromCharCode(...bytes, ...new Array<number>(40).fill(0)))}`;
const ascii = (text: string) => [...text].map(character => character.charCodeAt(0));

describe('the size of an image', () => {
  it.each([
    ['png', [0x89, ...ascii('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 1, 64, 0, 0, 0, 240]],
    ['gif', [...ascii('GIF89a'), 64, 1, 240, 0]],
    ['jpeg', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 0, 240, 1, 64]],
    ['webp', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 63, 1, 0, 239, 0, 0]],
    ['webp', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8L'), 0, 0, 0, 0, 0x2f, 63, 193, 59, 0]],
    ['webp', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 157, 1, 42, 64, 1, 240, 0]],
  ])('is read from the beginning of a %s', (type, bytes) => {
    expect(imageSize(url(type, bytes))).toEqual({ width: 320, height: 240 });
  });

  it('is not known of anything else, whatever it is', () => {
    expect(imageSize('data:image/svg+xml;base64,PHN2Zy8+')).toBeNull();
    expect(imageSize('data:image/png;base64,####')).toBeNull();
    expect(imageSize('https://example.org/a.png')).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 80 }), bytes => {
        const size = imageSize(url('jpeg', [0xff, 0xd8, ...bytes]));
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
      }),
    );
  });
});
