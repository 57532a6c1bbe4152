import { CONTENT_SENTINEL, contentText, decodeContent, storedText } from './content.ts';
import { firstCodePoints } from './python-text.ts';

/** What FTS5's `snippet()` is asked to put around a match; spec: api §7.2. */
export const MARK_OPEN = '>>>';
export const MARK_CLOSE = '<<<';
const SNIPPET_TOKENS = 40;
const TOKENS_BEFORE_MATCH = 10;

/** Text of at most 200 code points for a message beside a hit; spec: api §7.8. */
export function contextText(stored: unknown): string {
  return firstCodePoints(contentText(decodeContent(stored)), 200);
}

/** True for content that is stored as JSON behind the sentinel, whose FTS5 snippet would show that JSON. */
export function isMultimodal(stored: unknown): boolean {
  return storedText(stored)?.startsWith(CONTENT_SENTINEL) === true;
}

/**
 * A snippet of a multimodal message from its text parts, with the words marked that FTS5 marked in the stored JSON.
 *
 * @param wholeWords - mark words only where they stand alone, as the base index matches.
 * spec: api §7.9 ("Do")
 */
export function multimodalSnippet(stored: unknown, ftsSnippet: string, wholeWords: boolean): string {
  const text = contentText(decodeContent(stored));
  const words = markedWords(ftsSnippet);
  const pattern = words.map(escapeRegExp).join('|');
  if (pattern === '') return cutAround(text, 0);
  const match = new RegExp(wholeWords ? `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])` : pattern, 'giu');
  const first = text.search(match);
  return cutAround(text, Math.max(0, first)).replace(match, `${MARK_OPEN}$&${MARK_CLOSE}`);
}

function markedWords(ftsSnippet: string): string[] {
  const words = ftsSnippet.split(MARK_OPEN).slice(1);
  return [...new Set(words.map(rest => rest.split(MARK_CLOSE)[0] ?? ''))]
    .filter(word => word !== '')
    .sort((a, b) => b.length - a.length);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** At most 40 words, as FTS5 counts them, beginning a little before `position`. */
function cutAround(text: string, position: number): string {
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(token => ({
    start: token.index,
    end: token.index + token[0].length,
  }));
  const matched = tokens.findIndex(token => token.end > position);
  const from = Math.min(Math.max(0, matched - TOKENS_BEFORE_MATCH), Math.max(0, tokens.length - SNIPPET_TOKENS));
  const shown = tokens.slice(from, from + SNIPPET_TOKENS);
  const start = from === 0 ? 0 : (shown[0]?.start ?? 0);
  const end = from + SNIPPET_TOKENS >= tokens.length ? text.length : (shown.at(-1)?.end ?? text.length);
  return `${start > 0 ? '...' : ''}${text.slice(start, end)}${end < text.length ? '...' : ''}`;
}

/**
 * The 120 characters around the first term, as Hermes cuts them for hits found without an index: from the beginning
 * if the term is elsewhere, with no marks.
 *
 * spec: api §7.4; for multimodal rows over the decoded text, §7.9
 */
export function likeSnippet(text: string, term: string): string {
  const points = [...text];
  const at = [...text.slice(0, Math.max(0, text.indexOf(term)))].length;
  const start = Math.max(0, at - 40);
  return points.slice(start, start + 120).join('');
}
