import { splitMatches } from './match-terms.ts';
import { countElements, replaceNodes } from './markdown-tree.ts';
import type { TreeNode } from './markdown-tree.ts';
import { isInlineImage, isOpenableLink } from './safe-address.ts';

const BLOCK_PARENTS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function sourceOf(node: TreeNode, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

function asText(node: TreeNode, parent: TreeNode, source: string): TreeNode {
  const text: TreeNode = { type: 'text', value: sourceOf(node, source) };
  return BLOCK_PARENTS.has(parent.type) ? { type: 'paragraph', children: [text] } : text;
}

/** What Markdown would drop, hide or make active: HTML, definitions, footnotes, links that lead nowhere harmless. */
function isShownAsWritten(node: TreeNode): boolean {
  switch (node.type) {
    case 'html':
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
      return true;
    case 'link':
      return !isOpenableLink(node.url ?? '');
    case 'image':
      return !isInlineImage(node.url ?? '') && !isOpenableLink(node.url ?? '');
    default:
      return false;
  }
}

/** Shows as text, exactly as written, whatever Markdown would not show (design §8: rendered as data). */
export function remarkAsWritten() {
  return (tree: TreeNode, file: { toString(): string }): void => {
    const source = file.toString();
    replaceNodes(tree, (node, parent) => (isShownAsWritten(node) ? asText(node, parent, source) : node));
  };
}

/** Formatting a text would take too many elements. */
export class TooManyElements extends Error {
  override readonly name = 'TooManyElements';
}

/** Throws {@link TooManyElements} where a text would take more than so many elements. */
export function rehypeElementLimit({ most }: { most: number }) {
  return (tree: TreeNode): void => {
    if (countElements(tree) > most) throw new TooManyElements();
  };
}

/** Puts `<mark>` where terms match. Code blocks mark their own text. */
export function rehypeMarks({ terms }: { terms: RegExp | null }) {
  return (tree: TreeNode): void => {
    if (terms === null) return;
    replaceNodes(tree, (node, parent) => {
      if (node.type !== 'text' || node.value === undefined || parent.tagName === 'code' || parent.tagName === 'mark') {
        return node;
      }
      const parts = splitMatches(node.value, terms);
      if (parts.length === 1 && parts[0]?.mark === false) return node;
      const children = parts.map(({ text, mark }): TreeNode => {
        const piece: TreeNode = { type: 'text', value: text };
        return mark ? { type: 'element', tagName: 'mark', properties: {}, children: [piece] } : piece;
      });
      return { type: 'element', tagName: 'span', properties: {}, children };
    });
  };
}
