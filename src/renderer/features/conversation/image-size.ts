/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** How much of an image is looked at: the size stands at the beginning, in JPEG behind what a camera wrote. */
const HEAD_CHARACTERS = 88_000;
const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/**
 * The size of a PNG, GIF, JPEG or WebP image in a base64 data URL, read from its beginning without decoding it.
 *
 * @returns null for anything else, and where the size is not in the beginning.
 */
export function imageSize(url: string): ImageSize | null {
  const view = headOf(url);
  if (view === null || view.byteLength < 30) return null;
  const size = pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

function headOf(url: string): DataView | null {
  const comma = url.indexOf(',');
  if (comma === -1 || comma > 100 || !url.slice(0, comma).endsWith(';base64')) return null;
  const bytes = decoded(url.slice(comma + 1, comma + 1 + HEAD_CHARACTERS));
  return bytes === null ? null : new DataView(bytes.buffer);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.slice(0, base64.length - (base64.length % 4))), character =>
      character.charCodeAt(0),
    );
  } catch {
    // Not base64: the browser will say that the image is broken.
    return null;
  }
}

function tagAt(view: DataView, offset: number, tag: string): boolean {
  return [...tag].every((character, at) => view.getUint8(offset + at) === character.charCodeAt(0));
}

function pngSize(view: DataView): ImageSize | null {
  if (!tagAt(view, 1, 'PNG') || !tagAt(view, 12, 'IHDR')) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): ImageSize | null {
  return tagAt(view, 0, 'GIF8') ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : null;
}

function webpSize(view: DataView): ImageSize | null {
  if (!tagAt(view, 0, 'RIFF') || !tagAt(view, 8, 'WEBP')) return null;
  if (tagAt(view, 12, 'VP8X')) {
    const three = (offset: number) => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16);
    return { width: three(24) + 1, height: three(27) + 1 };
  }
  if (tagAt(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return tagAt(view, 12, 'VP8 ')
    ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    : null;
}

function jpegSize(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    if (START_OF_FRAME.has(view.getUint8(at + 1))) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
  }
  return null;
}
