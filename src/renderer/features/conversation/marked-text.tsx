import { splitMatches } from './match-terms.ts';

/** A text with `<mark>` where terms match; text nodes only. */
export function MarkedText({ text, terms }: { text: string; terms: RegExp | null }) {
  if (terms === null) return text;
  return splitMatches(text, terms).map((part, at) => (part.mark ? <mark key={at}>{part.text}</mark> : part.text));
}
