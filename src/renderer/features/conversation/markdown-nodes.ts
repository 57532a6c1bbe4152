import { isClosed } from './markdown-math.ts';
import { rangeOf, visitNodes } from './markdown-syntax.ts';
import type { SyntaxNode } from './markdown-syntax.ts';
import { isInlineImage, isOpenableLink } from './safe-address.ts';

/** An element of a formatted text, as plain data. Only what stands here is ever drawn. */
export type DrawnElement =
  | { readonly tag: BoxTag; readonly children: readonly DrawnNode[] }
  | { readonly tag: 'br' | 'hr' }
  | { readonly tag: 'code'; readonly text: string }
  | { readonly tag: 'block'; readonly text: string; readonly language: string; readonly label: string }
  | { readonly tag: 'math'; readonly text: string; readonly display: boolean; readonly source: string }
  | { readonly tag: 'link'; readonly url: string; readonly children: readonly DrawnNode[] }
  | { readonly tag: 'image'; readonly url: string; readonly alt: string }
  | { readonly tag: 'ol'; readonly start: number; readonly children: readonly DrawnNode[] }
  | { readonly tag: 'li'; readonly checked: boolean | null; readonly children: readonly DrawnNode[] }
  | { readonly tag: 'cell'; readonly head: boolean; readonly align: string; readonly children: readonly DrawnNode[] };

type BoxTag =
  ('p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'ul' | 'blockquote' | 'table' | 'tr') | ('em' | 'strong' | 'del');

/** Text, or an element. */
export type DrawnNode = string | DrawnElement;

/** A text as it is drawn: elements, and the rest of the source, which would have taken too many. */
export interface DrawnText {
  readonly nodes: readonly DrawnNode[];
  readonly rest: string;
  /** What is to be formatted to go on from there: the rest, below the head of the table that it belongs to. */
  readonly following: string;
}

/** Formatting a text would take too many elements. */
export class TooManyElements extends Error {
  override readonly name = 'TooManyElements';
}

/** About how many elements a block of code takes. What its colours and a formula take is granted when they are drawn. */
const BLOCK_ELEMENTS = 12;
const MATH_ELEMENTS = 3;
const MAX_DEPTH = 60;

const INLINE = { emphasis: 'em', strong: 'strong', delete: 'del' } as const;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

interface Drawing {
  readonly text: string;
  readonly definitions: ReadonlyMap<string, string>;
  readonly depth: number;
}

/**
 * What of a syntax tree is drawn. What Markdown would drop, hide or make active (HTML, definitions, footnotes, links
 * that lead nowhere harmless) is text, exactly as written (design §8: rendered as data).
 *
 * @param text - the source of the tree.
 * @throws {TooManyElements} where it would take more than `most` elements and may not be cut.
 * @throws {RangeError} where it is nested too deep.
 */
export function drawnNodes(tree: SyntaxNode, text: string, limit: { most: number; cut: boolean }): DrawnText {
  const drawing: Drawing = { text, definitions: definitionsOf(tree), depth: 0 };
  const nodes: DrawnNode[] = [];
  let left = limit.most;
  for (const child of tree.children ?? []) {
    const drawn = blockNode(child, drawing);
    left -= countElements(drawn);
    if (left < 0) {
      if (!limit.cut) throw new TooManyElements();
      const begun = beginningOf(drawn, child, left + countElements(drawn));
      if (begun !== null) nodes.push(begun.node);
      return { nodes, ...restOf(text, child, begun?.end ?? null) };
    }
    nodes.push(drawn);
  }
  return { nodes, rest: '', following: '' };
}

/** What is left of a text where a block was not drawn, or only up to `end`. */
function restOf(text: string, block: SyntaxNode, end: number | null): Omit<DrawnText, 'nodes'> {
  const [from, to] = rangeOf(block);
  const rest = text.slice(end ?? from);
  const head = block.type === 'table' && end !== null ? text.slice(from, to).split('\n', 2).join('\n') : '';
  return { rest, following: head === '' ? rest.replace(/^\n+/, '') : head + rest };
}

/** The first items of a list or rows of a table, as many as `most` elements hold; null where it can only be whole. */
function beginningOf(node: DrawnElement, syntax: SyntaxNode, most: number): { node: DrawnElement; end: number } | null {
  if (node.tag !== 'ul' && node.tag !== 'ol' && node.tag !== 'table') return null;
  let left = most - 1;
  const after = node.children.findIndex(child => (left -= countElements(child)) < 0);
  const last = syntax.children?.[after - 1];
  if (last === undefined) return null;
  return { node: { ...node, children: node.children.slice(0, after) }, end: rangeOf(last)[1] };
}

function definitionsOf(tree: SyntaxNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  visitNodes(tree, ({ type, identifier, url }) => {
    if (type === 'definition' && identifier !== undefined && !found.has(identifier)) found.set(identifier, url ?? '');
  });
  return found;
}

/** Number of elements that a node takes, about. */
export function countElements(node: DrawnNode): number {
  if (typeof node === 'string') return 0;
  if (node.tag === 'block') return BLOCK_ELEMENTS;
  if (node.tag === 'math') return MATH_ELEMENTS;
  let count = node.tag === 'table' || node.tag === 'link' ? 3 : 1;
  if ('children' in node) for (const child of node.children) count += countElements(child);
  return count;
}

function sourceOf(node: SyntaxNode, { text }: Drawing): string {
  return text.slice(...rangeOf(node));
}

/** A block; what is none, or is not drawn, is a paragraph with the source. */
function blockNode(node: SyntaxNode, drawing: Drawing): DrawnElement {
  if (drawing.depth > MAX_DEPTH) throw new RangeError('The text is nested too deep.');
  const inner = { ...drawing, depth: drawing.depth + 1 };
  switch (node.type) {
    case 'paragraph':
      return { tag: 'p', children: phrases(node, inner) };
    case 'heading':
      return { tag: HEADINGS[(node.depth ?? 1) - 1] ?? 'h6', children: phrases(node, inner) };
    case 'blockquote':
      return { tag: 'blockquote', children: (node.children ?? []).map(child => blockNode(child, inner)) };
    case 'code':
      return codeNode(node);
    case 'math':
      return blockFormula(node, sourceOf(node, drawing));
    case 'thematicBreak':
      return { tag: 'hr' };
    case 'list':
      return listNode(node, inner);
    case 'table':
      return tableNode(node, inner);
    default:
      return { tag: 'p', children: [sourceOf(node, drawing)] };
  }
}

function blockFormula({ value = '' }: SyntaxNode, source: string): DrawnElement {
  return isClosed(source) ? { tag: 'math', text: value, display: true, source } : { tag: 'p', children: [source] };
}

/** What stands behind the language on a fence is shown beside it. */
function codeNode({ value = '', lang, meta }: SyntaxNode): DrawnElement {
  const language = lang ?? '';
  return {
    tag: 'block',
    text: value,
    language,
    label: meta === null || meta === undefined ? language : `${language} ${meta}`,
  };
}

function listNode(node: SyntaxNode, drawing: Drawing): DrawnElement {
  const items = node.children ?? [];
  const isLoose = node.spread === true || items.some(item => item.spread === true);
  const children = items.map(item => ({
    tag: 'li' as const,
    checked: item.checked ?? null,
    children: (item.children ?? []).flatMap<DrawnNode>(child =>
      child.type === 'paragraph' && !isLoose ? phrases(child, drawing) : [blockNode(child, drawing)],
    ),
  }));
  return node.ordered === true ? { tag: 'ol', start: node.start ?? 1, children } : { tag: 'ul', children };
}

function tableNode(node: SyntaxNode, drawing: Drawing): DrawnElement {
  const children = (node.children ?? []).map((row, at) => ({
    tag: 'tr' as const,
    children: (row.children ?? []).map((cell, column) => ({
      tag: 'cell' as const,
      head: at === 0,
      align: node.align?.[column] ?? '',
      children: phrases(cell, drawing),
    })),
  }));
  return { tag: 'table', children };
}

/** What stands in a line. */
function phrases(parent: SyntaxNode, drawing: Drawing): DrawnNode[] {
  const { children = [] } = parent;
  return children.map(node => phrase(node, drawing, children.length === 1 && parent.type === 'paragraph'));
}

function phrase(node: SyntaxNode, drawing: Drawing, isAlone: boolean): DrawnNode {
  if (drawing.depth > MAX_DEPTH) throw new RangeError('The text is nested too deep.');
  const source = sourceOf(node, drawing);
  switch (node.type) {
    case 'text':
      return node.value ?? '';
    case 'inlineCode':
      return { tag: 'code', text: node.value ?? '' };
    case 'inlineMath':
      return { tag: 'math', text: node.value ?? '', display: isDisplayed(source, isAlone), source };
    case 'break':
      return { tag: 'br' };
    case 'emphasis':
    case 'strong':
    case 'delete':
      return { tag: INLINE[node.type], children: phrases(node, { ...drawing, depth: drawing.depth + 1 }) };
    case 'link':
    case 'linkReference':
      return linkNode(node, drawing);
    case 'image':
    case 'imageReference':
      return imageNode(node, drawing);
    default:
      return source;
  }
}

function isDisplayed(source: string, isAlone: boolean): boolean {
  return source.startsWith('\\[') || (isAlone && source.startsWith('$$'));
}

function addressOf(node: SyntaxNode, { definitions }: Drawing): string {
  return node.url ?? definitions.get(node.identifier ?? '') ?? '';
}

function linkNode(node: SyntaxNode, drawing: Drawing): DrawnNode {
  const url = addressOf(node, drawing);
  if (!isOpenableLink(url)) return sourceOf(node, drawing);
  const words = phrases(node, { ...drawing, depth: drawing.depth + 1 });
  return { tag: 'link', url, children: titled(node) === '' ? words : [...words, titled(node)] };
}

function imageNode(node: SyntaxNode, drawing: Drawing): DrawnNode {
  const url = addressOf(node, drawing);
  if (!isInlineImage(url) && !isOpenableLink(url)) return sourceOf(node, drawing);
  return { tag: 'image', url, alt: `${node.alt ?? ''}${titled(node)}` };
}

/** The title behind an address: a reader of the text would see it. */
function titled({ title }: SyntaxNode): string {
  return title === undefined || title === null || title === '' ? '' : ` “${title}”`;
}
