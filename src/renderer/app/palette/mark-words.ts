/** A stretch of a text; `mark` where it matched. */
export interface MarkedPart {
  readonly text: string;
  readonly mark: boolean;
}

const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** Parts a text at every place where one of the words of another stands, in any case. */
export function markWords(text: string, asked: string): MarkedPart[] {
  const words = asked.split(/\s+/u).filter(word => word !== '');
  if (words.length === 0) return [{ text, mark: false }];
  // The longest first, so that a word is not marked as the shorter one that it begins with.
  const sorted = [...words].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${sorted.map(word => word.replace(SYNTAX, '\\$&')).join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, mark: at % 2 === 1 }))
    .filter(part => part.text !== '');
}
