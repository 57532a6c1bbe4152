import { firstCodePoints, PYTHON_SPACE, splitWords, trim, wellFormed } from './python-text.ts';

const MAX_QUERY_CODE_POINTS = 2048;

/** Python's `\w`: letters, numbers and the underscore. Combining marks are not in it; spec: compat-notes 43. */
const W = String.raw`\p{L}\p{N}_`;
const S = PYTHON_SPACE;

const starAfterSpace = new RegExp(`(^|[${S}])\\*`, 'gu');
const leadingOperator = new RegExp(`^(?:AND|OR|NOT)(?![${W}])[${S}]*`, 'iu');
const trailingOperator = new RegExp(`[${S}]+(?:AND|OR|NOT)[${S}]*$`, 'iu');
const joinedTerm = new RegExp(`(?<![${W}])[${W}]+(?:[._-][${W}]+)+(?![${W}])`, 'gu');

/**
 * Makes a typed query safe for FTS5's MATCH, as Hermes does. What comes out may still be refused by FTS5
 * (`docker.`, `it's`); an empty result means that there is nothing to search for.
 *
 * @param query - at most its first 2,048 code points are used.
 * spec: api §7.1
 */
export function sanitizeFts5Query(query: string): string {
  const quoted: string[] = [];
  let text = firstCodePoints(wellFormed(query), MAX_QUERY_CODE_POINTS).replace(/"[^"]*"/g, phrase => {
    quoted.push(phrase);
    return `\u0000Q${String(quoted.length - 1)}\u0000`;
  });
  text = text
    .replace(/[+{}():"^]/g, ' ')
    .replace(/\*+/g, '*')
    .replace(starAfterSpace, '$1');
  text = trim(text).replace(leadingOperator, '');
  text = trim(text).replace(trailingOperator, '');
  text = text.replace(joinedTerm, '"$&"');
  for (const [index, phrase] of quoted.entries()) {
    text = text.replaceAll(`\u0000Q${String(index)}\u0000`, () => phrase);
  }
  return trim(text);
}

/** True for AND, OR and NOT in any case, which is how the quoting legs tell operators; spec: api §7.4. */
export function isOperator(token: string): boolean {
  return /^(?:AND|OR|NOT)$/i.test(token);
}

/** Every word as a quoted phrase, operators as they stand; spec: api §7.4. */
export function quoteTokens(text: string): string {
  return splitWords(text)
    .map(token => (isOperator(token) ? token : `"${token.replaceAll('"', '""')}"`))
    .join(' ');
}

/** Strips the quotes around a query, then the blanks inside them; spec: api §7.3. */
export function stripQuotes(text: string): string {
  return trim(text.replace(/^"+/, '').replace(/"+$/, ''));
}

const upperOperator = /^(?:AND|OR|NOT)$/;

/**
 * A query that FTS5 refused, with every word quoted; typed phrases and closing stars are kept. An operator stays one
 * only between two words, elsewhere it is a word too.
 *
 * spec: api §7.1 ("Option for us")
 */
export function quoteRejected(sanitized: string): string {
  const tokens = sanitized.match(/"[^"]*"\*?|[^\s"]+/gu) ?? [];
  const quoted: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const previous = quoted.at(-1);
    const next = tokens[index + 1];
    const joins =
      previous !== undefined && !upperOperator.test(previous) && next !== undefined && !upperOperator.test(next);
    quoted.push(upperOperator.test(token) && joins ? token : quotedWord(token));
  }
  return quoted.join(' ');
}

function quotedWord(token: string): string {
  if (token.startsWith('"')) return token;
  return token.endsWith('*') ? `"${token.slice(0, -1)}"*` : `"${token}"`;
}

const CJK = String.raw`\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u3000-\u303f\u3040-\u309f\u30a0-\u30ff\uac00-\ud7af`;
const cjkRun = new RegExp(`[${CJK}]+`, 'gu');

/** The maximal runs of Chinese, Japanese and Korean characters, by the query-side ranges; spec: api §7.3. */
export function cjkRuns(text: string): string[] {
  return text.match(cjkRun) ?? [];
}

/** True if the text holds a Chinese, Japanese or Korean character; spec: api §7.3. */
export function containsCjk(text: string): boolean {
  return cjkRuns(text).length > 0;
}

/** How many Chinese, Japanese and Korean characters (code points) a text holds. */
export function countCjk(text: string): number {
  return [...cjkRuns(text).join('')].length;
}
