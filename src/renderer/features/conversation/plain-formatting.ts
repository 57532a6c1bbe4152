import type { DrawnText } from './markdown-nodes.ts';

/** Signs of which Markdown makes something, wherever they stand; a colon and an @ only make addresses. Line ends aside. */
const MARKUP = /[\\`*_{}[\]<>#+|~$&:@^=-]|(?!\n)\p{Cc}/u;
/** Beginnings of lines that make lists or code; spaces at an end that break a line; addresses without a scheme. */
const LAYOUT = /^ {4}|^ *\d{1,9}[.)]| {2}$|www\./im;

/**
 * The formatting of a text in which there is nothing to format: paragraphs. It is what the formatter would find, without
 * asking it. Null where it has to be asked.
 *
 * @param most - elements that it may take.
 */
export function plainFormatting(text: string, most: number): DrawnText | null {
  if (MARKUP.test(text) || LAYOUT.test(text)) return null;
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length > most) return null;
  return { nodes: paragraphs.map(paragraph => ({ tag: 'p', children: [paragraph] })), rest: '', following: '' };
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n').map(withoutSpacesAround)) {
    if (isOpen && line !== '') paragraphs.push(`${paragraphs.pop() ?? ''}\n${line}`);
    else if (line !== '') paragraphs.push(line);
    isOpen = line !== '';
  }
  return paragraphs;
}

/** Unlike `trim`, no further than what Markdown takes for space: it keeps that of other scripts. Takes linear time. */
function withoutSpacesAround(line: string): string {
  let [start, end] = [0, line.length];
  while (line[start] === ' ') start += 1;
  while (end > start && line[end - 1] === ' ') end -= 1;
  return line.slice(start, end);
}
