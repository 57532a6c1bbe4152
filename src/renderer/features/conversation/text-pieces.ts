/** A stretch of a plain text: words, an address that can be opened, or a fenced block of code. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string };

const FENCE = /^(?<fence>`{3,}|~{3,})[^\S\n]*(?<language>[\w+#.-]{0,40})[^\n`]*$/;
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`⟪⟫\])}]{1,2000}/g;
const TRAILING = /[.,;:!?]+$/;
const MAX_PIECES = 120;

/**
 * Cuts what a person wrote into words, addresses and fenced code, and leaves every other character as it is: what
 * looks like Markdown in a prompt is often not meant as such. An unclosed fence is text.
 */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const block of fencedBlocks(text)) {
    if (block.kind === 'code') pieces.push(block);
    else pieces.push(...withAddresses(block.text));
  }
  return pieces.length > MAX_PIECES ? [{ kind: 'text', text }] : pieces;
}

function fencedBlocks(text: string): TextPiece[] {
  const blocks: TextPiece[] = [];
  const lines = text.split('\n');
  let from = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { fence, language = '' } = FENCE.exec(lines[at] ?? '')?.groups ?? {};
    if (fence === undefined) continue;
    const end = closingLine(lines, at, fence);
    if (end === -1) break;
    if (at > from) blocks.push({ kind: 'text', text: lines.slice(from, at).join('\n') });
    blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n'), language });
    from = end + 1;
    at = end;
  }
  if (from < lines.length) blocks.push({ kind: 'text', text: lines.slice(from).join('\n') });
  return blocks;
}

function closingLine(lines: readonly string[], opening: number, fence: string): number {
  return lines.findIndex((line, index) => index > opening && line.trimEnd() === fence);
}

function withAddresses(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    if (!URL.canParse(address)) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push({ kind: 'link', text: address });
    from = match.index + address.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
