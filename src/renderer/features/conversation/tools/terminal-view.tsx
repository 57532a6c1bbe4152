import { useMemo, useState } from 'react';
import type { UIEvent } from 'react';
import { texts } from '../../../app/messages.ts';
import { classNames } from '../../../ui/class-names.ts';
import { visibleText } from '../../../ui/visible-text.ts';
import { MarkedText } from '../marked-text.tsx';
import { useReader } from '../reader-context.tsx';
import { hasStyles, type StyledRun } from './styled-runs.ts';
import { cutPieces, useStyledPieces } from './terminal-pieces.ts';
import { terminalText, withoutStyles } from './terminal-text.ts';
import css from './terminal-view.module.css';

/** Stretches of colour that are drawn at once; what is behind them is plain until it comes into sight. */
const MAX_RUNS = 240;
const LINE_HEIGHT = 18;
const FIRST_PIECES = { first: 0, last: 2 };

interface TerminalProps {
  readonly text: string;
  /** False for a text that no terminal wrote. */
  readonly isTerminal: boolean;
  /** The text is only the beginning. */
  readonly isClipped: boolean;
}

/** What a terminal showed, in its colours; lines that were written over are folded. */
export function TerminalView({ text, isTerminal, isClipped }: TerminalProps) {
  const shown = useMemo(() => terminalText(text, isTerminal), [text, isTerminal]);
  const pieces = useMemo(() => cutPieces(shown.text), [shown]);
  const isStyled = useMemo(() => hasStyles(shown.text), [shown]);
  const styled = useStyledPieces(pieces, isStyled);
  const [range, setRange] = useState(FIRST_PIECES);
  const shares = sharesOf(styled, range);
  return (
    <>
      <pre
        className={css['text']}
        data-clipped={isClipped}
        tabIndex={0}
        aria-label={texts.conversation.output}
        onScroll={event => setRange(piecesInSight(event))}
      >
        {pieces.map((piece, at) => {
          const most = shares.get(at) ?? 0;
          const runs = most > 0 ? (styled[at] ?? null) : null;
          return <Piece key={at} text={piece} runs={runs} most={most} isAlone={pieces.length === 1} />;
        })}
      </pre>
      {shown.folded > 0 ? <p className={css['note']}>{texts.tools.progressFolded(shown.folded)}</p> : null}
    </>
  );
}

/** How many runs of each piece in sight are drawn in their colours; together no more than {@link MAX_RUNS}. */
function sharesOf(styled: readonly (readonly StyledRun[])[], range: { first: number; last: number }) {
  const shares = new Map<number, number>();
  let left = MAX_RUNS;
  for (let at = range.first; at <= range.last && left > 0; at += 1) {
    const share = Math.min(left, styled[at]?.length ?? 0);
    shares.set(at, share);
    left -= share;
  }
  return shares;
}

/** Pieces between one view above and one below what is in sight. */
function piecesInSight(event: UIEvent<HTMLElement>): { first: number; last: number } {
  const box = event.currentTarget;
  const from = box.scrollTop - box.clientHeight;
  const to = box.scrollTop + 2 * box.clientHeight;
  let first = -1;
  let last = 0;
  [...box.children].forEach((child, at) => {
    if (!(child instanceof HTMLElement) || child.offsetTop > to) return;
    if (first === -1 && child.offsetTop + child.offsetHeight >= from) first = at;
    last = at;
  });
  return { first: Math.max(0, first), last };
}

/** A piece is laid out where it is in sight only. Colours change no character of it. */
function Piece(props: { text: string; runs: readonly StyledRun[] | null; most: number; isAlone: boolean }) {
  const { text, runs, most, isAlone } = props;
  const { terms } = useReader();
  const plain = useMemo(() => visibleText(withoutStyles(text)), [text]);
  const lines = plain.split('\n').length;
  const whole = plain.replace(/\n$/, '');
  const words = runs === null ? <MarkedText text={whole} terms={terms} /> : <Runs runs={runs} most={most} />;
  if (isAlone) return words;
  const height = `auto ${String(lines * LINE_HEIGHT)}px`;
  return (
    <div className={css['piece']} style={{ containIntrinsicBlockSize: height }}>
      {words}
    </div>
  );
}

function Runs({ runs, most }: { runs: readonly StyledRun[]; most: number }) {
  const { terms } = useReader();
  const rest = runs
    .slice(most)
    .map(run => run.text)
    .join('');
  return (
    <>
      {runs.slice(0, most).map((run, at) => {
        const isLast = at === runs.length - 1;
        const words = <MarkedText text={isLast ? run.text.replace(/\n$/, '') : run.text} terms={terms} />;
        return (
          <span key={at} className={classNames(...run.styles.map(name => css[name])) || undefined}>
            {words}
          </span>
        );
      })}
      {rest === '' ? null : <MarkedText text={rest.replace(/\n$/, '')} terms={terms} />}
    </>
  );
}
