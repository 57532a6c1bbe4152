import { wellFormed } from '../session-db/python-text.ts';
import { runsOf, type RunKind } from './search-text.ts';

/** A word index prefix shorter than this would be expanded for a long time without a way to stop it. */
export const MIN_PREFIX = 3;

/**
 * `word`: letters and digits that the word index knows. `cjk`: holds Chinese, Japanese or Korean. `symbol`: nothing
 * that any index of words knows, such as an emoji or `++`.
 */
export type TermKind = 'word' | 'cjk' | 'symbol';

/** One thing to look for. */
export interface Term {
  readonly kind: TermKind;
  /** As typed, without quotes and the star. */
  readonly text: string;
  /** True where the last part may be the beginning of a longer word. */
  readonly prefix: boolean;
}

/** Terms that must all be there, and terms that must not. */
export interface Conjunction {
  readonly all: readonly Term[];
  readonly none: readonly Term[];
}

/** What was typed, understood. */
export interface SearchQuery {
  /** One of these must hold; empty where there is nothing to search for. */
  readonly any: readonly Conjunction[];
  /** A prefix was asked for that is too short; whole words are found instead. */
  readonly shortPrefix: boolean;
}

type Token = { readonly operator: 'AND' | 'OR' | 'NOT' } | { readonly term: Term; readonly quoted: boolean };

const BLANK = String.raw`\s\p{Cc}`;
const lexeme = new RegExp(String.raw`"(?<phrase>[^"]*)"(?<star>\*?)|(?<word>[^"${BLANK}]+)`, 'gu');
/** Alone, these ask for nothing. */
const EMPTY = /^["*()]*$/;

/**
 * Understands what a person typed. Words must all be there; `"phrase"`, AND, OR, NOT in upper case and `word*` are the
 * only operators, NOT binds before AND and AND before OR; everything else is text. No input is an error.
 * An operator without something on both sides asks for nothing; operators alone are words.
 * The last word, from three letters on, may also be the beginning of a longer one.
 */
export function parseQuery(input: string): SearchQuery {
  const tokens = lex(wellFormed(input));
  const words = tokens.some(token => 'term' in token) ? tokens : operatorsAsWords(tokens);
  const found = withoutNoise(withLastPrefix(words, input));
  return {
    any: conjunctionsOf(found),
    shortPrefix: found.some(token => 'term' in token && isShortPrefix(token.term)),
  };
}

/** True for a prefix that is too short to be searched as one. */
export function isShortPrefix(term: Term): boolean {
  return term.prefix && lastPartLength(term) < MIN_PREFIX;
}

function lex(input: string): Token[] {
  return Array.from(input.matchAll(lexeme), ({ groups }) => tokenOf(groups ?? {})).filter(token => token !== null);
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): Token | null {
  const phrase = groups['phrase'];
  if (phrase !== undefined) {
    const text = phrase.replace(new RegExp(`[${BLANK}]+`, 'gu'), ' ').trim();
    return text === '' ? null : { term: termOf(text, groups['star'] === '*'), quoted: true };
  }
  const word = groups['word'] ?? '';
  if (word === 'AND' || word === 'OR' || word === 'NOT') return { operator: word };
  if (EMPTY.test(word)) return null;
  const stem = word.replace(/\*+$/, '');
  return { term: termOf(stem, stem !== word && endsInWord(stem)), quoted: false };
}

function termOf(text: string, prefix: boolean): Term {
  const kinds = new Set(runsOf(text).map(run => run.kind));
  const kind = kinds.has('cjk') ? 'cjk' : kinds.has('word') ? 'word' : 'symbol';
  return { kind, text, prefix: prefix && endsIn(text) === 'word' };
}

function operatorsAsWords(tokens: readonly Token[]): Token[] {
  return tokens.map(token =>
    'operator' in token ? { term: termOf(token.operator.toLowerCase(), false), quoted: false } : token,
  );
}

/** Only the very last thing typed, and only a word that is still open at its end and is not taken away by NOT. */
function withLastPrefix(tokens: readonly Token[], input: string): Token[] {
  const last = tokens.at(-1);
  if (last === undefined || 'operator' in last || last.quoted || isTakenAway(tokens)) return [...tokens];
  const { term } = last;
  if (input.trimEnd().endsWith('"') || lastPartLength(term) < MIN_PREFIX) return [...tokens];
  return [...tokens.slice(0, -1), { term: { ...term, prefix: true }, quoted: false }];
}

function isTakenAway(tokens: readonly Token[]): boolean {
  const before = tokens.length > 2 ? tokens.at(-2) : undefined;
  return before !== undefined && 'operator' in before && before.operator === 'NOT';
}

/** Punctuation between words asks for nothing; alone it is what is looked for. */
function withoutNoise(tokens: readonly Token[]): Token[] {
  const isNoise = (token: Token): boolean =>
    'term' in token && !token.quoted && token.term.kind === 'symbol' && /^[\x21-\x7e]*$/.test(token.term.text);
  const rest = tokens.filter(token => !isNoise(token));
  return rest.some(token => 'term' in token) ? rest : [...tokens];
}

function conjunctionsOf(tokens: readonly Token[]): Conjunction[] {
  const any: { all: Term[]; none: Term[] }[] = [];
  let current: { all: Term[]; none: Term[] } | null = null;
  let operator: 'AND' | 'OR' | 'NOT' = 'AND';
  for (const token of tokens) {
    if ('operator' in token) {
      // `AND NOT` takes away, as NOT alone does; of two operators in a row that say different things the first counts.
      if (operator === 'AND' || token.operator === 'NOT') operator = operator === 'OR' ? 'OR' : token.operator;
      continue;
    }
    if (current === null || operator === 'OR') {
      current = { all: [token.term], none: [] };
      any.push(current);
    } else if (operator === 'NOT') current.none.push(token.term);
    else current.all.push(token.term);
    operator = 'AND';
  }
  return any;
}

function lastPartLength({ text }: Term): number {
  const last = runsOf(text).at(-1);
  return last?.kind === 'word' ? [...last.text].length : 0;
}

function endsInWord(text: string): boolean {
  return endsIn(text) === 'word';
}

function endsIn(text: string): RunKind | null {
  return runsOf(text).at(-1)?.kind ?? null;
}
