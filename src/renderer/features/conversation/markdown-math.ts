import { rangeOf, visitNodes } from './markdown-syntax.ts';
import type { SyntaxNode } from './markdown-syntax.ts';

/** `\(…\)` and `\[…\]` in a text, by where they begin. */
const PAIRS = /\\\((?<inline>[^\n$]{1,500}?)\\\)|\\\[(?<block>[^$]{1,2000}?)\\\]/g;
/** A formula between single dollars, roughly: whether there can be one at all. */
const MAYBE = /\$[^\s$][^$\n]{0,500}\$/;
const SIGNS = /[\\^_={}]/;
const VARIABLE = /^[A-Z][A-Z0-9_]+$/;
const LONGEST = 500;

/** A text in which formulas are written the one way that is parsed: `$$…$$`, and `$…$` where `dollars` says so. */
export interface MathSource {
  /** As long as the text, so that places stay the same. */
  readonly source: string;
  /** Where `\(…\)` and `\[…\]` were rewritten. */
  readonly pairs: readonly number[];
  readonly dollars: boolean;
}

/** Rewrites the formulas of a text, leaving out the pairs that begin at `without`. */
export function mathSource(
  text: string,
  { dollars = true, without = [] }: { dollars?: boolean; without?: readonly number[] } = {},
): MathSource {
  const pairs: number[] = [];
  const source = !text.includes('\\(') && !text.includes('\\[') ? text : text.replace(PAIRS, rewritten);
  return { source, pairs, dollars: dollars && MAYBE.test(text) };

  function rewritten(whole: string, inline: string | undefined, block: string | undefined, at: number): string {
    const inside = inline ?? block ?? '';
    if (!isFormula(inside.trim()) || without.includes(at)) return whole;
    pairs.push(at);
    return `$$${inside}$$`;
  }
}

/** What no text about money, paths or variables looks like: a letter alone, or one of the signs of a formula. */
function isFormula(inside: string): boolean {
  if (inside.length > LONGEST * 4 || VARIABLE.test(inside)) return false;
  return SIGNS.test(inside) || /^[A-Za-z]$/.test(inside);
}

/** False where something between single dollars is no formula: `$5 and $10`, `$HOME/$USER`. */
export function isMathAfterAll(tree: SyntaxNode, text: string): boolean {
  let all = true;
  visitNodes(tree, node => {
    const [from, to] = rangeOf(node);
    if (node.type !== 'inlineMath' || text[from] !== '$' || text[from + 1] === '$') return;
    const inside = text.slice(from + 1, to - 1);
    const isTight = inside.trim() === inside && !inside.includes('\n') && inside.length <= LONGEST;
    if (!isTight || !isFormula(inside) || /[\w$]/.test(text[to] ?? '')) all = false;
  });
  return all;
}

/**
 * True for a block between lines of dollars. Else words stand beside the first dollars, or none follow, and everything
 * behind them would be drawn as a formula, or not at all.
 */
export function isClosed(source: string): boolean {
  return /^(?:\$\$+|\\\[)[^\S\n]*\n[^]*\n[^\n]*(?:\$\$|\\\])\s*$/.test(source);
}

/** Rewritten pairs that are no formulas after all, because they stand in code, say. */
export function unreadPairs(tree: SyntaxNode, { source, pairs }: MathSource): readonly number[] {
  if (pairs.length === 0) return [];
  const read = new Set<number>();
  visitNodes(tree, node => {
    const isRead = node.type === 'inlineMath' || (node.type === 'math' && isClosed(source.slice(...rangeOf(node))));
    if (isRead) read.add(rangeOf(node)[0]);
  });
  return pairs.filter(at => !read.has(at));
}
