import type { ClippedText } from '../../shared/contract/conversation.ts';
import { wellFormed } from '../session-db/python-text.ts';

/** Longest texts that a view gets at once, in UTF-8 bytes; the rest is asked for. */
export const CLIP = { content: 24 * 1024, toolOutput: 4 * 1024, arguments: 4 * 1024, reasoning: 8 * 1024 } as const;

const encoder = new TextEncoder();

/**
 * Cuts a text to at most `limit` UTF-8 bytes, never inside a code point.
 *
 * @param bytes - UTF-8 length of the whole text, where the caller knows it to be more than what it has at hand.
 */
export function clipText(text: string, limit: number, bytes = Buffer.byteLength(text)): ClippedText {
  const clean = wellFormed(text);
  if (Buffer.byteLength(clean) <= limit) return { text: clean, bytes, clipped: bytes > Buffer.byteLength(clean) };
  const { read } = encoder.encodeInto(clean, new Uint8Array(limit));
  return { text: clean.slice(0, read), bytes, clipped: true };
}

/** Decodes the beginning of a longer UTF-8 text, leaving out a code point that the cut may have split. */
export function decodeHead(head: Uint8Array): string {
  let end = head.length;
  for (let back = 1; back <= Math.min(4, head.length); back += 1) {
    const byte = head[head.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    if (byte >= 0xc0 && back < sequenceLength(byte)) end = head.length - back;
    break;
  }
  return Buffer.from(head.buffer, head.byteOffset, end).toString('utf8');
}

/** Decodes the end of a longer UTF-8 text, leaving out the rest of a code point that the cut may have split. */
export function decodeTail(tail: Uint8Array): string {
  let start = 0;
  while (start < 3 && ((tail[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return Buffer.from(tail.buffer, tail.byteOffset + start, Math.max(0, tail.length - start)).toString('utf8');
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
