import { useMemo } from 'react';
import css from './long-text.module.css';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const PIECE = 24_000;
const LINE_HEIGHT = 18;
const CHARACTERS_A_LINE = 90;

/** Cuts at the last line end of a piece, or hard where a line is longer than a piece. */
function cutInPieces(text: string): { text: string; height: number }[] {
  const pieces: { text: string; height: number }[] = [];
  for (let from = 0; from < text.length;) {
    const most = Math.min(text.length, from + PIECE);
    const lineEnd = most === text.length ? most : text.lastIndexOf('\n', most - 1) + 1;
    const end = lineEnd > from ? lineEnd : most;
    const piece = text.slice(from, end);
    pieces.push({ text: piece.replace(/\n$/, ''), height: estimated(piece) });
    from = end;
  }
  return pieces;
}

function estimated(piece: string): number {
  const lines = piece
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_A_LINE)), 0);
  return lines * LINE_HEIGHT;
}

/** A text of any length in a scroll of its own. Pieces out of sight are not laid out, so that megabytes open at once. */
export function LongText({ text, label }: { text: string; label: string }) {
  const { terms } = useReader();
  const pieces = useMemo(() => cutInPieces(visibleText(text)), [text]);
  return (
    <pre className={css['text']} tabIndex={0} aria-label={label}>
      {pieces.map((piece, at) => (
        <div key={at} className={css['piece']} style={{ containIntrinsicBlockSize: `auto ${piece.height}px` }}>
          <MarkedText text={piece.text} terms={terms} />
        </div>
      ))}
    </pre>
  );
}
