import { describe, expect, it } from 'vitest';
import { isInlineImage } from './safe-address.ts';

describe('an image in the text', () => {
  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['data:image/jpeg;base64,/9j/4AAQ\nSkZJ%3D', true],
    ['data:image/png;base64,@@@broken', false],
    ['data:image/svg+xml;base64,AAAA', false],
    ['https://a.test/a.png', false],
  ])('%s: %s', (url, expected) => {
    expect(isInlineImage(url)).toBe(expected);
  });

  it('may be of any size', () => {
    expect(isInlineImage(`data:image/png;base64,${'A'.repeat(12_000_000)}`)).toBe(true);
  });
});
