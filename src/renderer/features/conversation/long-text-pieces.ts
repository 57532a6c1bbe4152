const PIECE = 24_000;
const LINE_HEIGHT = 18;
const CHARACTERS_A_LINE = 90;

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts at the last line end of a piece, or hard where a line is longer than a piece. No piece is longer than 24,000
 * characters, no character is cut in two.
 */
export function cutInPieces(text: string): readonly TextRange[] {
  const pieces: TextRange[] = [];
  for (let from = 0; from < text.length;) {
    const most = Math.min(text.length, from + PIECE);
    const to = most === text.length ? most : endOfPiece(text, from, most);
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
}

/** Looks for line ends in the piece alone: a text that has none is not searched from end to end for each piece. */
function endOfPiece(text: string, from: number, most: number): number {
  const lineEnd = text.slice(from, most).lastIndexOf('\n');
  if (lineEnd !== -1) return from + lineEnd + 1;
  const isInsidePair = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '');
  return isInsidePair ? most - 1 : most;
}

/** Height of a piece before it is laid out, in CSS pixels. */
export function estimatedHeight(piece: string): number {
  const lines = piece
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0);
  return lines * LINE_HEIGHT;
}
