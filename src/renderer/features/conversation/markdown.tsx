import { memo, useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { texts } from '../../app/messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Link } from './link.tsx';
import { rehypeElementLimit, rehypeMarks, remarkAsWritten, TooManyElements } from './markdown-plugins.ts';
import { isInlineImage } from './safe-address.ts';
import { MarkedText } from './marked-text.tsx';
import { useReader } from './reader-context.tsx';
import css from './text.module.css';
import { visibleText } from '../../ui/visible-text.ts';

/** A message may take this many elements of the document; with a click, ten times as many. */
const MAX_ELEMENTS = 400;
const MAX_ELEMENTS_ASKED = 4000;
/** So many signs of markup hardly ever make fewer than one element. */
const SIGNS_AN_ELEMENT = 4;
/** Longer texts, and texts nested deeper than anybody means, are shown as written. */
const MAX_LENGTH = 100_000;
const DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}|^[ \t]{200}/m;
const TANGLED = /(?:[[\]()!*_~`<][ \t]*){400}/;

function textOf(children: ReactNode): string {
  if (typeof children === 'string') return children;
  return Array.isArray(children) ? children.map(textOf).join('') : '';
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link url={href ?? ''}>{children}</Link>,
  img: ({ src, alt }) => {
    const address = typeof src === 'string' ? src : '';
    if (isInlineImage(address)) return <img className={css['image']} src={address} alt={alt ?? ''} />;
    return <Link url={address}>{alt || texts.conversation.image}</Link>;
  },
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const code = textOf(children);
    const language = /language-(\S+)/.exec(className ?? '')?.[1] ?? '';
    const isBlock = language !== '' || code.endsWith('\n');
    return isBlock ? <CodeBlock code={code.replace(/\n$/, '')} language={language} /> : <InlineCode code={code} />;
  },
  table: ({ children }) => (
    <div className={css['table']}>
      <table>{children}</table>
    </div>
  ),
};

function InlineCode({ code }: { code: string }) {
  const { terms } = useReader();
  return (
    <code>
      <MarkedText text={code} terms={terms} />
    </code>
  );
}

function isTooMuch(text: string): boolean {
  return text.length > MAX_LENGTH || DEEP.test(text) || TANGLED.test(text);
}

/** A lower bound of what formatting would take, without formatting: cells, list items, emphasis. */
function countSigns(text: string): number {
  return text.match(/\||[*_`~]{1,3}(?=\S)|^\s*(?:[-+]|\d+[.)])\s/gm)?.length ?? 0;
}

/** The formatted text, or why it is shown as written: it cannot be formatted, or only with too many elements. */
function formatted(text: string, terms: RegExp | null, most: number): ReactElement | 'never' | 'too-many' {
  if (isTooMuch(text)) return 'never';
  if (countSigns(text) > most * SIGNS_AN_ELEMENT) return 'too-many';
  try {
    return ReactMarkdown({
      children: text,
      components: COMPONENTS,
      remarkPlugins: [remarkGfm, remarkAsWritten],
      rehypePlugins: [
        [rehypeElementLimit, { most }],
        [rehypeMarks, { terms }],
      ],
      urlTransform: url => url,
    });
  } catch (error) {
    if (error instanceof TooManyElements) return 'too-many';
    if (error instanceof RangeError) return 'never';
    throw error;
  }
}

/** Texts that were formatted lately: scrolling back must not cost what scrolling there did. */
const MAX_KEPT = 150;
const kept = new Map<string, ReturnType<typeof formatted>>();

function formattedOnce(text: string, terms: RegExp | null, most: number): ReturnType<typeof formatted> {
  if (terms !== null) return formatted(text, terms, most);
  const key = `${most} ${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = formatted(text, terms, most);
  kept.set(key, made);
  const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return made;
}

/** GitHub-flavoured Markdown. Raw HTML is text, nothing is loaded, what cannot be formatted is shown as written. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const { terms } = useReader();
  const [most, setMost] = useState(MAX_ELEMENTS);
  const shown = useMemo(() => visibleText(text), [text]);
  const content = useMemo(() => formattedOnce(shown, terms, most), [shown, terms, most]);
  if (typeof content !== 'string') return <div className={css['markdown']}>{content}</div>;
  return (
    <div className={css['written']}>
      <MarkedText text={shown} terms={terms} />
      {content === 'too-many' && most === MAX_ELEMENTS ? (
        <span className={css['unformatted']}>
          {texts.conversation.asWritten}
          <Button look="link" onClick={() => setMost(MAX_ELEMENTS_ASKED)}>
            {texts.conversation.formatAnyway}
          </Button>
        </span>
      ) : null}
    </div>
  );
});
