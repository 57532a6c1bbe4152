/**
 * Characters of Chinese, Japanese and Korean writing: matched anywhere inside a text, because these scripts are written
 * without blanks between words. For use inside a regular expression's brackets (flag `v`).
 */
export const CJK =
  String.raw`\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u309d-\u309f` +
  String.raw`\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff` +
  String.raw`\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\uff66-\uff9d\uffa0-\uffdc\u{20000}-\u{323af}`;

/** What the word index takes for part of a word: letters, numbers, private use; spec: schema §8.1 (unicode61). */
export const TOKEN = String.raw`\p{L}\p{N}\p{Co}`;

/** Marks that the word index drops without ending the word. */
export const IGNORED_MARK = String.raw`\u0300-\u036f`;

/** The same without Chinese, Japanese and Korean: what a word of other scripts consists of. */
export const WORD = String.raw`[[${TOKEN}${IGNORED_MARK}]--[${CJK}]]`;

/** Runs of one kind in a text: a word, a run of Chinese, Japanese or Korean, or what lies between. */
export type RunKind = 'word' | 'cjk' | 'gap';

/** A maximal run of one kind. */
export interface Run {
  readonly kind: RunKind;
  readonly text: string;
}

const run = new RegExp(`(?<cjk>[${CJK}]+)|(?<word>${WORD}+)|[^${TOKEN}${IGNORED_MARK}]+`, 'gv');

const isCjk = new RegExp(`[${CJK}]`, 'v');
const isWord = new RegExp(WORD, 'v');
/** Kinds of the characters that were asked for, up to a bound. */
const MAX_KNOWN_KINDS = 20_000;
const kinds = new Map<number, RunKind>();

/** What a character is part of. Marks that the word index drops count as part of a word. */
export function charKind(point: number): RunKind {
  if (point < 0x80) return isAsciiWord(point) ? 'word' : 'gap';
  const known = kinds.get(point);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(point);
  const kind = isCjk.test(char) ? 'cjk' : isWord.test(char) ? 'word' : 'gap';
  if (kinds.size < MAX_KNOWN_KINDS) kinds.set(point, kind);
  return kind;
}

/** True for a mark that neither makes nor ends a word. */
export function isIgnoredMark(point: number): boolean {
  return point >= 0x300 && point <= 0x36f;
}

function isAsciiWord(point: number): boolean {
  return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a) || (point >= 0x30 && point <= 0x39);
}

/** Cuts a text into its runs, in order; nothing is left out. */
export function runsOf(text: string): Run[] {
  return Array.from(text.matchAll(run), match => ({
    kind: match.groups?.['cjk'] !== undefined ? 'cjk' : match.groups?.['word'] !== undefined ? 'word' : 'gap',
    text: match[0],
  }));
}

/**
 * A word as the word index keeps it: lower case, accents of Latin letters dropped where the letter has one.
 * Other scripts keep theirs, as SQLite's unicode61 does.
 */
export function foldWord(text: string): string {
  let folded = '';
  for (const char of text) folded += foldChar(char);
  return folded;
}

/** A folded text, and for each of its UTF-16 units the place in the original. */
export interface FoldedText {
  readonly text: string;
  readonly places: Uint32Array;
}

/** Folds a text so that what is found in it can be shown in the original. */
export function foldText(text: string): FoldedText {
  const places = new Uint32Array(text.length * 3 + 1);
  let folded = '';
  let at = 0;
  for (const char of text) {
    const piece = foldChar(char);
    places.fill(at, folded.length, folded.length + piece.length);
    folded += piece;
    at += char.length;
  }
  places[folded.length] = text.length;
  return { text: folded, places: places.subarray(0, folded.length + 1) };
}

function foldChar(char: string): string {
  if (char < '\u0080') return char.toLowerCase();
  if (char >= '\u0300' && char <= '\u036f') return '';
  const lower = char.toLowerCase();
  const [base = '', mark = '', ...rest] = lower.normalize('NFD');
  return rest.length === 0 && base < '\u0080' && /^[\u0300-\u036f]$/.test(mark) ? base : lower;
}
