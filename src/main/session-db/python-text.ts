/** What Python's `str.isspace` and `\s` accept; JavaScript's `\s` lacks some of these and adds U+FEFF. */
const SPACE = String.raw`\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const spaceRun = new RegExp(`[${SPACE}]+`, 'gu');
const isSpace = new RegExp(`^[${SPACE}]$`, 'u');

/** The characters of Python's whitespace class, for use inside a regular expression's brackets; spec: compat-notes 40. */
export const PYTHON_SPACE = SPACE;

/**
 * Replaces every lone surrogate by U+FFFD. Every string that is bound must pass through here: better-sqlite3 would
 * write invalid UTF-8, and Python then fails to read the row (spec: compat-notes 16).
 */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Python's `str.lstrip()`. */
export function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && isSpace.test(text.charAt(start))) start += 1;
  return text.slice(start);
}

/** Python's `str.strip()`. */
export function trim(text: string): string {
  const rest = trimStart(text);
  let end = rest.length;
  while (end > 0 && isSpace.test(rest.charAt(end - 1))) end -= 1;
  return rest.slice(0, end);
}

/** Python's `str.split()`: pieces between runs of whitespace, none of them empty. */
export function splitWords(text: string): string[] {
  return text.split(spaceRun).filter(word => word !== '');
}

/** The first `count` code points of a text, as Python's `text[:count]`. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Length in code points, as Python's `len`. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}
