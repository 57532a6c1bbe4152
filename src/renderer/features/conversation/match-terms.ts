import type { SnippetPart } from '../../../shared/contract/search.ts';

/** Most pieces of one text: a one-letter term must not turn a page into ten thousand elements. */
const MAX_PARTS = 200;
const MAX_TERMS = 40;

/**
 * What is marked in a conversation, from the `highlight` of a place: one term a line, matched in any case.
 *
 * @returns null where there is nothing to mark.
 */
export function matchTerms(highlight: string): RegExp | null {
  const terms = [...new Set(highlight.split('\n').map(term => term.trim()))].filter(term => term !== '');
  if (terms.length === 0) return null;
  const longestFirst = terms.sort((a, b) => b.length - a.length).slice(0, MAX_TERMS);
  return new RegExp(longestFirst.map(escaped).join('|'), 'giu');
}

function escaped(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A text cut where terms match; one unmarked part where none does. */
export function splitMatches(text: string, terms: RegExp | null): readonly SnippetPart[] {
  const parts: SnippetPart[] = [];
  let from = 0;
  for (const match of terms === null ? [] : text.matchAll(terms)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), mark: false });
    parts.push({ text: match[0], mark: true });
    from = match.index + match[0].length;
    if (parts.length >= MAX_PARTS) break;
  }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from), mark: false });
  return parts;
}
