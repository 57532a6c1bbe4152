import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { isMathAfterAll, mathSource, unreadPairs } from './markdown-math.ts';
import type { MathSource } from './markdown-math.ts';
import { drawnNodes, TooManyElements } from './markdown-nodes.ts';
import type { DrawnText } from './markdown-nodes.ts';
import type { SyntaxNode } from './markdown-syntax.ts';

/** So many signs of markup hardly ever make fewer than one element. */
const SIGNS_AN_ELEMENT = 4;
/** Longer texts, in UTF-16 units, and texts nested deeper than anybody means, are shown as written. */
export const MAX_FORMATTED = 100_000;
const DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}|^[ \t]{200}/m;
const TANGLED = /(?:[[\]()!*_~`<$][ \t]*){400}/;

/** The formatted text, or why it is shown as written: it cannot be formatted, or only with too many elements. */
export type Formatting = DrawnText | 'never' | 'too-many';

/** What is asked of a formatter. */
export interface FormatRequest {
  readonly text: string;
  /** Elements that it may take. */
  readonly most: number;
  /** Whether the beginning of a text that would take more is formatted, and the rest left as written. */
  readonly cut: boolean;
}

/**
 * GitHub-flavoured Markdown with formulas as plain data: no HTML, nothing that loads by itself. Takes time in
 * proportion to the text, milliseconds for every thousand characters: long texts are formatted in a thread.
 */
export function formatText({ text, most, cut }: FormatRequest): Formatting {
  if (isTooMuch(text)) return 'never';
  if (!cut && countSigns(text) > most * SIGNS_AN_ELEMENT) return 'too-many';
  try {
    const drawn = drawnNodes(syntaxOf(text), text, { most, cut });
    return drawn.nodes.length === 0 && text.trim() !== '' ? 'never' : drawn;
  } catch (error) {
    if (error instanceof TooManyElements) return 'too-many';
    if (error instanceof RangeError) return 'never';
    throw error;
  }
}

function isTooMuch(text: string): boolean {
  return text.length > MAX_FORMATTED || DEEP.test(text) || TANGLED.test(text);
}

/** A lower bound of what formatting would take, without formatting: cells, list items, emphasis. */
function countSigns(text: string): number {
  return text.match(/\||[*_`~]{1,3}(?=\S)|^\s*(?:[-+]|\d+[.)])\s/gm)?.length ?? 0;
}

/** Single dollars and `\(…\)` are formulas only where that leaves every other character as it was meant. */
function syntaxOf(text: string): SyntaxNode {
  const wished = mathSource(text);
  const tree = parsed(wished);
  if (isMathAfterAll(tree, text) && unreadPairs(tree, wished).length === 0) return tree;
  const careful = mathSource(text, { dollars: isMathAfterAll(tree, text), without: unreadPairs(tree, wished) });
  const second = parsed(careful);
  return unreadPairs(second, careful).length === 0 && isMathAfterAll(second, text)
    ? second
    : parsed({ source: text, pairs: [], dollars: false });
}

function parsed({ source, dollars }: MathSource): SyntaxNode {
  let found: SyntaxNode = { type: 'root', children: [] };
  // What comes after the syntax is not wanted: it is drawn from plain data, in another thread.
  const takeTree = () => (tree: SyntaxNode) => {
    found = { ...tree };
    tree.children = [];
  };
  ReactMarkdown({
    children: source,
    remarkPlugins: [remarkGfm, [remarkMath, { singleDollarTextMath: dollars }], takeTree],
  });
  return found;
}
