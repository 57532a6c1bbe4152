import { folded, type Needle, needlesOf } from './session-filter.ts';

interface Term {
  readonly needle: Needle;
  readonly excluded: boolean;
}

/** Alternatives, of which one must hold; each a list of terms that must all hold. */
export type TitleQuery = readonly (readonly Term[])[];

const TOKENS = /"([^"]*)"|(\S+)/gu;

/**
 * Reads a search text: words, "phrases", AND, OR, NOT; a `*` at the end of a word says nothing here, where words match
 * anywhere. Whatever is no operator is text. Empty where there is nothing to look for.
 */
export function parseTitleQuery(text: string): TitleQuery {
  const alternatives: Term[][] = [[]];
  let excluded = false;
  for (const [, phrase, word] of text.matchAll(TOKENS)) {
    if (word === 'OR') alternatives.push([]);
    else if (word === 'NOT') excluded = true;
    else if (word !== 'AND') {
      const needles = phrase === undefined ? needlesOf((word ?? '').replace(/["*]/g, '')) : [folded(phrase.trim())];
      const terms = needles.filter(needle => needle.plain !== '').map(needle => ({ needle, excluded }));
      alternatives.at(-1)?.push(...terms);
      excluded = false;
    }
  }
  return alternatives.filter(terms => terms.some(term => !term.excluded));
}

/** Whether one of the alternatives holds. */
export function accepts(query: TitleQuery, holdsWord: (needle: Needle) => boolean): boolean {
  return query.some(terms => terms.every(({ needle, excluded }) => holdsWord(needle) !== excluded));
}

/** Every word that may be marked. */
export function wordsOf(query: TitleQuery): Needle[] {
  return query.flatMap(terms => terms.filter(term => !term.excluded).map(term => term.needle));
}
