import type { Conjunction, Term } from './search-query.ts';
import { isShortPrefix } from './search-query.ts';
import { CJK, foldWord, runsOf, TOKEN } from './search-text.ts';

/**
 * The side index holds what the word index of the file cannot find: pairs of Chinese, Japanese or Korean characters,
 * words that touch them, signs such as emoji, words that JSON escapes hide, and in files before version 11 the words of
 * tool names and tool calls. Its tokens are plain ASCII, so that any
 * tokenizer leaves them whole: `c` and one or two characters, `w` and a word, `s` and a sign.
 */

const notAscii = /[^\0-\x7f]/;
const escapes = /\\+(?:u([0-9a-fA-F]{4})|[nrtbf])/g;
const wordAfterEscape = /\\+[nrtbf]([A-Za-z0-9]+)/g;
const sign = new RegExp(String.raw`[^\0-\x7f\s${TOKEN}]`, 'gv');
const pureRun = new RegExp(`^[${CJK}]{1,2}$`, 'v');

/** Adds the tokens of an ordinary text. */
export function addTokens(tokens: Set<string>, text: string): void {
  if (!notAscii.test(text)) return;
  addRuns(tokens, text, false);
}

/** Adds the tokens of JSON text as it is stored, in which escapes stand for what is not ASCII and for line ends. */
export function addJsonTokens(tokens: Set<string>, json: string): void {
  for (const [, word = ''] of json.matchAll(wordAfterEscape)) tokens.add(wordToken(word));
  const text = unescaped(json);
  if (notAscii.test(text)) addRuns(tokens, text, true);
}

/** Adds every word of a text that the word index of the file does not take at all, JSON or not. */
export function addAllWords(tokens: Set<string>, text: string): void {
  for (const { kind, text: run } of runsOf(unescaped(text))) if (kind === 'word') tokens.add(wordToken(run));
}

function unescaped(json: string): string {
  return json.replace(escapes, (_, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * What to ask the side index for a conjunction that the word index cannot answer, as an FTS5 expression.
 * Null where none of its terms leaves a trace there.
 */
export function sideExpression({ all }: Conjunction): string | null {
  const parts = all.flatMap(termTokens);
  return parts.length === 0 ? null : parts.join(' AND ');
}

/** What to ask for messages that the word index misses although it knows every term of the conjunction. */
export function hiddenWordsExpression({ all }: Conjunction): string {
  return [...new Set(all.flatMap(hiddenWords))].join(' OR ');
}

/** True where the side index answers a conjunction exactly: characters and pairs of them, and nothing else. */
export function isExact({ all, none }: Conjunction): boolean {
  return none.length === 0 && all.every(term => pureRun.test(term.text));
}

function addRuns(tokens: Set<string>, text: string, escaped: boolean): void {
  const runs = runsOf(text);
  for (const [index, { kind, text: run }] of runs.entries()) {
    if (kind === 'cjk') for (const token of pairTokens(run)) tokens.add(token);
    else if (kind === 'gap') for (const [char] of run.matchAll(sign)) tokens.add(`s${code(char)}`);
    else if (isHidden(run, runs[index - 1]?.text, runs[index + 1]?.text, escaped)) tokens.add(wordToken(run));
  }
}

/** Words touching Chinese, Japanese or Korean; behind escapes also those that are or touch anything but ASCII. */
function isHidden(word: string, before = ' ', after = ' ', escaped: boolean): boolean {
  const neighbours = [before.at(-1) ?? ' ', after.charAt(0)];
  if (escaped) return notAscii.test(word) || neighbours.some(char => notAscii.test(char));
  return neighbours.some(char => notAscii.test(char) && runsOf(char)[0]?.kind === 'cjk');
}

function pairTokens(run: string): string[] {
  const codes = Array.from(run, code);
  return codes.map((first, index) => `c${first}${codes[index + 1] ?? ''}`);
}

function termTokens(term: Term): string[] {
  if (term.kind === 'word') return [];
  const runs = runsOf(term.text);
  return runs.flatMap(({ kind, text }, index) => {
    if (kind === 'cjk') return cjkTokens(text);
    if (kind === 'gap') return Array.from(text.matchAll(sign), ([char]) => `s${code(char)}`);
    const isGlued = runs[index - 1]?.kind === 'cjk' || runs[index + 1]?.kind === 'cjk';
    return isGlued ? [query(text, index === runs.length - 1 && term.prefix)] : [];
  });
}

/** The pairs of a run; one character alone is the beginning of any pair. */
function cjkTokens(run: string): string[] {
  const pairs = pairTokens(run);
  return pairs.length === 1 ? pairs.map(token => `${token}*`) : pairs.slice(0, -1);
}

function hiddenWords(term: Term): string[] {
  const words = runsOf(term.text).filter(run => run.kind === 'word');
  return words.map(({ text }, index) => query(text, index === words.length - 1 && term.prefix && !isShortPrefix(term)));
}

function query(word: string, prefix: boolean): string {
  return wordToken(word) + (prefix ? '*' : '');
}

function wordToken(word: string): string {
  return `w${Array.from(foldWord(word), char => (/[a-y0-9]/.test(char) ? char : `z${code(char)}`)).join('')}`;
}

function code(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(36).padStart(4, '0');
}
