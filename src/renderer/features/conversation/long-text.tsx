import { memo, useEffect, useMemo, useState } from 'react';
import css from './long-text.module.css';
import { cutInPieces, estimatedHeight } from './long-text-pieces.ts';
import type { TextRange } from './long-text-pieces.ts';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import { exactText, visibleText } from '../../ui/visible-text.ts';

/** Pieces that are put into the page at once; the others follow, so many a turn. */
const AT_ONCE = 3;
const A_TURN = 12;

/**
 * A text of any length in a scroll of its own. Pieces come a few at a time, and those out of sight are not laid out,
 * so that megabytes open without a pause. Nothing is left out, but for the escapes in what a `terminal` wrote.
 */
export function LongText(props: { text: string; label: string; terminal?: boolean }) {
  const { text, label, terminal = false } = props;
  const pieces = useMemo(() => cutInPieces(text), [text]);
  const count = useGrowing(pieces.length);
  return (
    <pre className={css['text']} tabIndex={0} aria-label={label} aria-busy={count < pieces.length}>
      {pieces.slice(0, count).map(({ from, to }) => (
        <Piece key={from} text={text} from={from} to={to} terminal={terminal} />
      ))}
    </pre>
  );
}

const Piece = memo(function Piece({ text, from, to, terminal }: { text: string; terminal: boolean } & TextRange) {
  const { terms } = useReader();
  const shown = useMemo(() => {
    const piece = text.slice(from, to).replace(/\n$/, '');
    return terminal ? visibleText(piece) : exactText(piece);
  }, [text, from, to, terminal]);
  return (
    <div className={css['piece']} style={{ containIntrinsicBlockSize: `auto ${estimatedHeight(shown)}px` }}>
      <MarkedText text={shown} terms={terms} />
    </div>
  );
});

/** A number that grows to `all`, a little with every turn of the page. */
function useGrowing(all: number): number {
  const [count, setCount] = useState(AT_ONCE);
  useEffect(() => {
    if (count >= all) return undefined;
    const timer = setTimeout(() => setCount(count + A_TURN));
    return () => clearTimeout(timer);
  }, [count, all]);
  return count;
}
