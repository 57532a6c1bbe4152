import { createElement } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../../app/messages.ts';
import { CodeBlock } from './code-block.tsx';
import { Link } from './link.tsx';
import type { DrawnElement, DrawnNode } from './markdown-nodes.ts';
import { MarkedText } from './marked-text.tsx';
import { MathFormula } from './math-formula.tsx';
import { ZoomImage } from './zoom-image.tsx';
import css from './text.module.css';

/** Draws a formatted text. Elements are made from the tags of the type alone, so that no text can name another. */
export function drawAll(nodes: readonly DrawnNode[], terms: RegExp | null): ReactNode {
  return nodes.map((node, at) => draw(node, terms, at));
}

function draw(node: DrawnNode, terms: RegExp | null, key: number): ReactNode {
  if (typeof node === 'string') return <MarkedText key={key} text={node} terms={terms} />;
  switch (node.tag) {
    case 'block':
      return <CodeBlock key={key} code={node.text} language={node.language} label={node.label} />;
    case 'code':
      return (
        <code key={key}>
          <MarkedText text={node.text} terms={terms} />
        </code>
      );
    case 'math':
      return <MathFormula key={key} {...node} />;
    case 'link':
      return (
        <Link key={key} url={node.url}>
          {onlyText(node.children) ?? drawAll(node.children, terms)}
        </Link>
      );
    case 'image':
      return <DrawnImage key={key} url={node.url} alt={node.alt} />;
    default:
      return drawBox(node, terms, key);
  }
}

type Box = Exclude<DrawnElement, { tag: 'block' | 'code' | 'math' | 'link' | 'image' }>;

function drawBox(node: Box, terms: RegExp | null, key: number): ReactNode {
  switch (node.tag) {
    case 'br':
    case 'hr':
      return createElement(node.tag, { key });
    case 'ol':
      return (
        <ol key={key} start={node.start}>
          {drawAll(node.children, terms)}
        </ol>
      );
    case 'li':
      return (
        <li key={key} className={node.checked === null ? undefined : css['task']}>
          {node.checked === null ? null : <input type="checkbox" checked={node.checked} disabled />}
          {drawAll(node.children, terms)}
        </li>
      );
    case 'table':
      return (
        <div key={key} className={css['table']} tabIndex={0} role="group" aria-label={texts.reading.table}>
          <table>
            <tbody>{drawAll(node.children, terms)}</tbody>
          </table>
        </div>
      );
    case 'cell':
      return createElement(
        node.head ? 'th' : 'td',
        { key, ...(node.align === '' ? {} : { className: css[node.align] }) },
        drawAll(node.children, terms),
      );
    default:
      return createElement(node.tag, { key }, drawAll(node.children, terms));
  }
}

function onlyText(nodes: readonly DrawnNode[]): string | null {
  const [only] = nodes;
  return nodes.length === 1 && typeof only === 'string' ? only : null;
}

function DrawnImage({ url, alt }: { url: string; alt: string }) {
  if (url.startsWith('data:') || url.startsWith('DATA:')) return <ZoomImage src={url} alt={alt} />;
  return <Link url={url}>{alt === '' ? texts.conversation.image : alt}</Link>;
}
