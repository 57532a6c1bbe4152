import { useEffect, useState } from 'react';
import { styledRuns, type StyledRun } from './styled-runs.ts';

/** Characters of one piece, about; it ends at a line end where there is one. */
const PIECE = 2000;
/** A sequence that sets a style is no longer than this. */
const SEQUENCE = 80;
/** Milliseconds of work before others get their turn. */
const TURN_MS = 8;

/** Cuts a terminal's text (see `terminalText`) in pieces, never inside a sequence. Together they are the text. */
export function cutPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

function pieceEnd(text: string, from: number): number {
  const most = from + PIECE;
  if (most >= text.length) return text.length;
  // Searching the whole text backwards for a line end would be a long way for every piece of one long line.
  const piece = text.slice(from, most);
  const lineEnd = piece.lastIndexOf('\n') + 1;
  if (lineEnd > 0) return from + lineEnd;
  const escape = piece.lastIndexOf('\u001b');
  const open = escape > 0 && PIECE - escape < SEQUENCE && !piece.slice(escape).includes('m');
  const end = open ? from + escape : most;
  return isLowHalf(text, end) ? end - 1 : end;
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The runs of the pieces as far as they are known: a long text is read in turns, so that nothing waits for it. */
export function useStyledPieces(pieces: readonly string[], isStyled: boolean): readonly (readonly StyledRun[])[] {
  const [read, setRead] = useState<{ of: readonly string[]; runs: readonly (readonly StyledRun[])[] } | null>(null);
  useEffect(() => {
    if (!isStyled) return;
    const runs: (readonly StyledRun[])[] = [];
    let style = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (): void => {
      const until = performance.now() + TURN_MS;
      do {
        const piece = styledRuns(pieces[runs.length] ?? '', style);
        runs.push(piece.runs);
        style = piece.style;
      } while (runs.length < pieces.length && performance.now() < until);
      setRead({ of: pieces, runs: [...runs] });
      if (runs.length < pieces.length) timer = setTimeout(turn);
    };
    turn();
    return () => clearTimeout(timer);
  }, [pieces, isStyled]);
  return read?.of === pieces ? read.runs : [];
}
