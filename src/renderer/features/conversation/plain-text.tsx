import { memo, useMemo } from 'react';
import { CodeBlock } from './code-block.tsx';
import { Link } from './link.tsx';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import { textPieces } from './text-pieces.ts';
import css from './text.module.css';
import { exactText } from '../../ui/visible-text.ts';

/** What a person wrote, exactly as written; fenced code is code and addresses can be opened. */
export const PlainText = memo(function PlainText({ text }: { text: string }) {
  const { terms } = useReader();
  const pieces = useMemo(() => textPieces(exactText(text)), [text]);
  return pieces.map((piece, at) => {
    if (piece.kind === 'code') return <CodeBlock key={at} code={piece.text} language={piece.language} />;
    const words = <MarkedText text={piece.text} terms={terms} />;
    return (
      <span key={at} className={css['written']}>
        {piece.kind === 'link' ? <Link url={piece.text}>{piece.text}</Link> : words}
      </span>
    );
  });
});
