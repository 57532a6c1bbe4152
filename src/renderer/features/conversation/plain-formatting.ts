import type { DrawnText } from './markdown-nodes.ts';

/** Signs of which Markdown makes something, wherever they stand; a colon and an @ only make addresses. Line ends aside. */
const MARKUP = /[\\`*_{}[\]<>#+|~$&:@^=-]|(?!\n)\p{Cc}/u;
/** Beginnings of lines that make lists or code; spaces at an end that break a line; addresses without a scheme. */
const LAYOUT = /^ {4}|^ *\d{1,9}[.)]| {2}$|www\./im;
const BLANK_LINES = /\n *(?:\n *)+/;

/** Unlike `trim`, no further than what Markdown takes for space: it keeps that of other scripts. */
const EDGES = /^[ \n]+|[ \n]+$/g;

/**
 * The formatting of a text in which there is nothing to format: paragraphs. It is what the formatter would find, without
 * asking it. Null where it has to be asked.
 */
export function plainFormatting(text: string): DrawnText | null {
  if (MARKUP.test(text) || LAYOUT.test(text)) return null;
  const paragraphs = text.replace(EDGES, '').split(BLANK_LINES);
  const lines = paragraphs.map(paragraph => paragraph.replace(/ *\n */g, '\n'));
  return {
    nodes: lines.filter(line => line !== '').map(line => ({ tag: 'p', children: [line] })),
    rest: '',
    following: '',
  };
}
