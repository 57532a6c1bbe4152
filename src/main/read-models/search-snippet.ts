import type { SnippetPart } from '../../shared/contract/search.ts';
import { wellFormed } from '../session-db/python-text.ts';
import type { Matcher } from './search-matcher.ts';

/** UTF-16 units of a snippet, and of what stands before its first match. */
const SNIPPET_LENGTH = 220;
const LEAD = 60;
/** Between the end of a cut and the nearest blank; longer words are cut. */
const WORD_SLACK = 20;

/**
 * A stretch of text around the first match, with every match in it marked. Blanks and line ends become single blanks.
 *
 * @param texts - readable texts of the message; the first one that holds a match is shown, else the first one.
 * @returns plain text in parts, empty where there is no text.
 */
export function snippetOf(texts: Iterable<string>, matcher: Matcher): SnippetPart[] {
  let fallback: string | null = null;
  for (const text of texts) {
    fallback ??= text;
    const first = matcher.first(text);
    if (first !== null) return cut(text, startBefore(text, first.start - LEAD), matcher);
  }
  return fallback === null ? [] : cut(fallback, 0, null);
}

/** A little more than is shown is looked through, so that a match at either end is judged by what stands around it. */
function cut(text: string, start: number, matcher: Matcher | null): SnippetPart[] {
  const end = endAfter(text, start + SNIPPET_LENGTH);
  const from = start === 0 ? 0 : start - 1;
  const ranges = matcher?.ranges(text.slice(from, end + LEAD)) ?? [];
  const parts: SnippetPart[] = start > 0 ? [{ text: '…', mark: false }] : [];
  let at = start;
  for (const range of ranges) {
    const first = Math.max(at, range.start + from);
    const last = Math.min(range.end + from, end);
    if (first >= last) continue;
    add(parts, text.slice(at, first), false);
    add(parts, text.slice(first, last), true);
    at = last;
  }
  add(parts, text.slice(at, end), false);
  if (end < text.length) add(parts, '…', false);
  return parts;
}

function add(parts: SnippetPart[], text: string, mark: boolean): void {
  if (text === '') return;
  const clean = wellFormed(text).replace(/[\s\p{Cc}]+/gu, ' ');
  const last = parts.at(-1);
  if (last?.mark === mark) parts[parts.length - 1] = { text: last.text + clean, mark };
  else parts.push({ text: clean, mark });
}

/** The beginning of the text, or a place behind a blank, never inside a surrogate pair. */
function startBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  const blank = text.slice(at, at + WORD_SLACK).search(/\s/);
  const start = blank < 0 ? at : at + blank + 1;
  return isLowSurrogate(text, start) ? start + 1 : start;
}

function endAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = text.slice(at, at + WORD_SLACK).search(/\s/);
  const end = blank < 0 ? at : at + blank;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
