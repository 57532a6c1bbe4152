import type { SnippetPart } from '../../shared/contract/search.ts';
import { bareOf, fold, type Needle } from './session-filter.ts';

/** A text letter by letter in its folded form, with the place of each letter in the text. */
interface Letters {
  readonly text: string;
  /** Where the letter of each UTF-16 unit of `text` begins and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** With the marks behind it, be they combining ones or the half-width ones of kana. */
const LETTER = /[\p{L}\p{N}][\p{M}\uff9e\uff9f]*/gu;
const CHARACTER = /.[\p{M}\uff9e\uff9f]*/gsu;

/** Cuts a text where the words stand in it, each as it is typed or with other punctuation and accents. */
export function markWords(text: string, needles: readonly Needle[]): SnippetPart[] {
  const marked = new Uint8Array(text.length);
  const plain = lettersOf(text, CHARACTER, fold);
  const bare = lettersOf(text, LETTER, letter => bareOf(fold(letter)));
  for (const needle of needles) {
    if (!mark(plain, needle.plain, marked)) mark(bare, needle.bare, marked);
  }
  return cut(text, marked);
}

function lettersOf(text: string, letter: RegExp, formOf: (letter: string) => string): Letters {
  const starts: number[] = [];
  const ends: number[] = [];
  let all = '';
  for (const match of text.matchAll(letter)) {
    const form = formOf(match[0]);
    all += form;
    while (starts.length < all.length) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { text: all, starts, ends };
}

function mark(letters: Letters, needle: string, marked: Uint8Array): boolean {
  if (needle === '') return false;
  let found = false;
  for (let at = letters.text.indexOf(needle); at !== -1; at = letters.text.indexOf(needle, at + needle.length)) {
    marked.fill(1, letters.starts[at], letters.ends[at + needle.length - 1]);
    found = true;
  }
  return found;
}

function cut(text: string, marked: Uint8Array): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && marked[at] === marked[start]) continue;
    parts.push({ text: text.slice(start, at), mark: marked[start] === 1 });
    start = at;
  }
  return parts;
}
