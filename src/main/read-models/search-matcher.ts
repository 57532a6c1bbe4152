import type { Conjunction, SearchQuery, Term } from './search-query.ts';
import { isShortPrefix } from './search-query.ts';
import { charKind, foldText, foldWord, isIgnoredMark, runsOf } from './search-text.ts';

/** Where something was found: UTF-16 units, the end not included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Decides without any index whether texts hold what is looked for, by the same rules. */
export interface Matcher {
  /** True where the texts of one message, taken together, hold it. */
  readonly matches: (texts: readonly string[]) => boolean;
  /** Where the first wanted term stands in a text; null where none does. */
  readonly first: (text: string) => Range | null;
  /** Where the wanted terms stand in a text; in order, not overlapping. */
  readonly ranges: (text: string) => Range[];
}

/** A part of a term: a word or a run of Chinese, Japanese or Korean; for signs the whole term. */
interface Part {
  readonly kind: 'word' | 'cjk' | 'sign';
  /** True where the part before it is apart from it, by anything that is no part of a word. */
  readonly apart: boolean;
  /** Finds the part at `lastIndex` or, for the first one, from there on. In any case. */
  readonly pattern: RegExp;
}

interface TermPattern {
  /** The parts as typed. */
  readonly typed: readonly Part[];
  /** The same for a folded text; null where accents never make a difference. */
  readonly folded: readonly Part[] | null;
  /** True where the term itself has no accents, so that a text without any need not be folded. */
  readonly plain: boolean;
  /** True where the last part may go on. */
  readonly prefix: boolean;
}

interface CompiledConjunction {
  readonly all: readonly TermPattern[];
  readonly none: readonly TermPattern[];
}

/** More places than this are not told in one text. */
const MAX_RANGES = 1000;
const notAscii = /[^\0-\x7f]/;

/** Makes the matcher of a query. */
export function compileMatcher(query: Pick<SearchQuery, 'any'>): Matcher {
  const any = query.any.map(compile);
  const wanted = any.flatMap(conjunction => conjunction.all);
  return {
    matches: texts => any.some(conjunction => holds(conjunction, texts)),
    first: text => earliest(wanted.map(pattern => rangesOf(pattern, text, 1)[0] ?? null)),
    ranges: text => merge(wanted.flatMap(pattern => rangesOf(pattern, text, MAX_RANGES))),
  };
}

function compile({ all, none }: Conjunction): CompiledConjunction {
  return { all: all.map(patternOf), none: none.map(patternOf) };
}

function holds({ all, none }: CompiledConjunction, texts: readonly string[]): boolean {
  const found = (pattern: TermPattern) => texts.some(text => isIn(pattern, text));
  return all.every(found) && !none.some(found);
}

function isIn({ typed, folded, plain, prefix }: TermPattern, text: string): boolean {
  if (next(typed, prefix, text, 0) !== null) return true;
  if (folded === null || (plain && !notAscii.test(text))) return false;
  return next(folded, prefix, foldWord(text), 0) !== null;
}

function rangesOf({ typed, folded, plain, prefix }: TermPattern, text: string, limit: number): Range[] {
  const found = findAll(typed, prefix, text, limit);
  if (found.length > 0 || folded === null || (plain && !notAscii.test(text))) return found;
  const { text: foldedText, places } = foldText(text);
  return findAll(folded, prefix, foldedText, limit).map(({ start, end }) => ({
    start: places[start] ?? 0,
    end: places[end] ?? text.length,
  }));
}

function findAll(parts: readonly Part[], prefix: boolean, text: string, limit: number): Range[] {
  const found: Range[] = [];
  for (let range = next(parts, prefix, text, 0); range !== null; range = next(parts, prefix, text, range.end)) {
    found.push(range);
    if (found.length === limit) break;
  }
  return found;
}

/** The next place at which all parts stand together. */
function next([first, ...rest]: readonly Part[], prefix: boolean, text: string, from: number): Range | null {
  if (first === undefined) return null;
  first.pattern.lastIndex = from;
  for (let match = first.pattern.exec(text); match !== null; match = first.pattern.exec(text)) {
    const start = match.index;
    const end = beginsHere(first, text, start)
      ? endOf(first, rest, prefix, { text, at: start + match[0].length })
      : null;
    if (end !== null) return { start, end };
    first.pattern.lastIndex = start + 1;
  }
  return null;
}

/** Where the term ends whose first part ends at `at`; null where the rest of it does not follow. */
function endOf(
  first: Part,
  rest: readonly Part[],
  prefix: boolean,
  { text, at }: { readonly text: string; readonly at: number },
): number | null {
  let before = first;
  let end = at;
  for (const part of rest) {
    const gap = part.apart ? gapEnd(text, end) : end;
    if (part.apart && gap === end) return null;
    part.pattern.lastIndex = gap;
    const match = part.pattern.exec(text);
    if (match === null) return null;
    before = part;
    end = gap + match[0].length;
  }
  if (before.kind !== 'word') return end;
  const wordEnd = skip(text, end, kind => kind === 'word');
  return prefix || wordEnd === end ? wordEnd : null;
}

/** A word begins where no other character of a word stands before it. */
function beginsHere(part: Part, text: string, at: number): boolean {
  if (part.kind !== 'word' || at === 0) return true;
  const before = text.codePointAt(at - 1) ?? 0;
  const isLow = before >= 0xdc00 && before <= 0xdfff;
  return charKind(isLow ? (text.codePointAt(at - 2) ?? 0) : before) !== 'word';
}

function gapEnd(text: string, at: number): number {
  return skip(text, at, (kind, point) => kind === 'gap' || isIgnoredMark(point));
}

function skip(text: string, at: number, isPart: (kind: ReturnType<typeof charKind>, point: number) => boolean): number {
  let end = at;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    if (!isPart(charKind(point), point)) break;
    end += point > 0xffff ? 2 : 1;
  }
  return end;
}

function earliest(ranges: readonly (Range | null)[]): Range | null {
  return ranges.reduce(
    (best, range) => (best === null || (range !== null && range.start < best.start) ? range : best),
    null,
  );
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
  if (term.kind === 'symbol') {
    const sign: Part = { kind: 'sign', apart: false, pattern: new RegExp(escape(term.text), 'giu') };
    return { typed: [sign], folded: null, plain: true, prefix: false };
  }
  return {
    typed: partsOf(term.text),
    folded: term.kind === 'word' ? partsOf(foldWord(term.text)) : null,
    plain: !notAscii.test(term.text),
    prefix: term.prefix && !isShortPrefix(term),
  };
}

/** Parts stand together in their order, whatever lies between them that is no part of a word. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let apart = false;
  for (const { kind, text: run } of runsOf(text)) {
    if (kind !== 'gap')
      parts.push({ kind, apart, pattern: new RegExp(escape(run), parts.length === 0 ? 'giu' : 'iuy') });
    apart = kind === 'gap';
  }
  return parts;
}

/** Blanks match any blanks. */
function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/ /g, String.raw`\s+`);
}
