import type { Conjunction, SearchQuery, Term } from './search-query.ts';
import { isShortPrefix } from './search-query.ts';
import { foldText, foldWord, type Run, runsOf, TOKEN, WORD } from './search-text.ts';

/** Where something was found: UTF-16 units, the end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Decides without any index whether texts hold what is looked for, by the same rules. */
export interface Matcher {
  /** True where the texts of one message, taken together, hold it. */
  readonly matches: (texts: readonly string[]) => boolean;
  /** Where the wanted terms stand in a text; in order, not overlapping. */
  readonly ranges: (text: string) => Range[];
}

interface TermPattern {
  /** Finds the term as typed, in any case. */
  readonly typed: RegExp;
  /** Finds it in a folded text; null where accents never make a difference. */
  readonly folded: RegExp | null;
  /** True where the term itself has no accents, so that a text without any need not be folded. */
  readonly plain: boolean;
}

interface CompiledConjunction {
  readonly all: readonly TermPattern[];
  readonly none: readonly TermPattern[];
}

/** More places than this are not told in one text. */
const MAX_RANGES = 1000;
const notAscii = /[^\0-\x7f]/;

/** Makes the matcher of a query. */
export function compileMatcher(query: SearchQuery): Matcher {
  const any = query.any.map(compile);
  const wanted = any.flatMap(conjunction => conjunction.all);
  return {
    matches: texts => any.some(conjunction => holds(conjunction, texts)),
    ranges: text => merge(wanted.flatMap(pattern => rangesOf(pattern, text))),
  };
}

/** The matcher of one term alone. */
export function compileTerm(term: Term): Matcher {
  return compileMatcher({ any: [{ all: [term], none: [] }], shortPrefix: false });
}

function compile({ all, none }: Conjunction): CompiledConjunction {
  return { all: all.map(patternOf), none: none.map(patternOf) };
}

function holds({ all, none }: CompiledConjunction, texts: readonly string[]): boolean {
  const found = (pattern: TermPattern) => texts.some(text => isIn(pattern, text));
  return all.every(found) && !none.some(found);
}

function isIn({ typed, folded, plain }: TermPattern, text: string): boolean {
  typed.lastIndex = 0;
  if (typed.test(text)) return true;
  if (folded === null || (plain && !notAscii.test(text))) return false;
  folded.lastIndex = 0;
  return folded.test(foldWord(text));
}

function rangesOf({ typed, folded, plain }: TermPattern, text: string): Range[] {
  const found = find(typed, text);
  if (found.length > 0 || folded === null || (plain && !notAscii.test(text))) return found;
  const { text: foldedText, places } = foldText(text);
  return find(folded, foldedText).map(({ start, end }) => ({
    start: places[start] ?? 0,
    end: places[end] ?? text.length,
  }));
}

function find(pattern: RegExp, text: string): Range[] {
  const found: Range[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null && found.length < MAX_RANGES; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex += 1;
    else found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start < last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push(range);
  }
  return merged;
}

function patternOf(term: Term): TermPattern {
  if (term.kind === 'symbol') return { typed: new RegExp(escape(term.text), 'giv'), folded: null, plain: true };
  const prefix = term.prefix && !isShortPrefix(term);
  return {
    typed: new RegExp(sourceOf(term.text, prefix), 'giv'),
    folded: term.kind === 'word' ? new RegExp(sourceOf(foldWord(term.text), prefix), 'giv') : null,
    plain: !notAscii.test(term.text),
  };
}

/** Parts stand together in their order, whatever lies between them that is no part of a word. */
function sourceOf(text: string, prefix: boolean): string {
  const runs = trimmed(runsOf(text));
  const parts = runs.map((run, index) =>
    partSource(run, runs[index - 1], runs[index + 1] ?? (prefix ? 'any' : undefined)),
  );
  return parts.join('');
}

function partSource({ kind, text }: Run, before: Run | undefined, after: Run | 'any' | undefined): string {
  if (kind === 'gap') return `[^${TOKEN}]+`;
  if (kind === 'cjk') return escape(text);
  const open = before?.kind === 'cjk' ? '' : `(?<!${WORD})`;
  const close = after === 'any' ? `${WORD}*` : after?.kind === 'cjk' ? '' : `(?!${WORD})`;
  return open + escape(text) + close;
}

function trimmed(runs: readonly Run[]): Run[] {
  const isPart = ({ kind }: Run) => kind !== 'gap';
  return runs.slice(runs.findIndex(isPart), runs.findLastIndex(isPart) + 1);
}

/** Blanks match any blanks. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replace(/ /g, String.raw`\s+`);
}
