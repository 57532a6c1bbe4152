import type { LaneContext } from '../lanes/context.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import type { Conjunction, Term } from './search-query.ts';
import { isShortPrefix } from './search-query.ts';

/** More hits than this are not ranked and not counted: the newest are taken. */
export const MAX_HITS = 20_000;
/** The same where the first hits are wanted at once, and the rest is told later. */
export const FIRST_HITS = 2_000;
/** More terms than this in one expression are left to the check of the text itself. */
const MAX_TERMS = 100;

/** Messages found, by id, with how well they fit: the lower the better, 0 where nothing says so. */
export type Scores = Map<number, number>;

/** What one way of looking found. */
export interface Found {
  readonly scores: Scores;
  /** True where only the newest hits were taken. */
  readonly capped: boolean;
}

/** State of the word index of the open file. */
export type IndexState = 'ready' | 'damaged' | 'none';

/** What the catalogue says of the word index; damage may show only when it is asked. */
export function indexState({ store }: LaneContext): IndexState {
  const { exists, readable } = store.catalog.fts.base;
  if (!exists) return 'none';
  return readable ? 'ready' : 'damaged';
}

/** True where every wanted term is one that the word index knows. */
export function isIndexed({ all }: Conjunction): boolean {
  return all.every(term => term.kind === 'word');
}

/** True where the word index alone cannot tell whether a message that it finds is really meant. */
export function needsCheck({ all, none }: Conjunction): boolean {
  return none.some(term => term.kind !== 'word') || all.length + none.length > MAX_TERMS;
}

/**
 * Asks the word index. Where there are more hits than `limit`, the newest are taken as they are: ranking reads the
 * whole list of every word, which takes long for a common one and cannot be stopped. Ranks and ids come in one
 * statement, because `ORDER BY rank` cannot be stopped either and a join is paid for every hit.
 *
 * @param conjunctions - indexed ones only; at least one.
 * @param limit - how many of the newest hits are taken.
 * @returns null where the index is damaged.
 */
export function askIndex(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): Found | null {
  try {
    return ask(context, anyOf(conjunctions), limit);
  } catch (error) {
    if (isIndexDamage(error)) return null;
    throw error;
  }
}

/**
 * The same for the first answer: beginnings of words are looked up only where whole words leave room, because the index
 * puts together the lists of all words with that beginning before it gives the first hit, and cannot be stopped then.
 */
export function askIndexFirst(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): Found | null {
  try {
    const words = newest(context, anyOf(conjunctions.map(wholeWords)), limit);
    return words.capped ? words : ranked(context, anyOf(conjunctions), limit);
  } catch (error) {
    if (isIndexDamage(error)) return null;
    throw error;
  }
}

function ask(context: LaneContext, expression: string, limit: number): Found {
  const found = newest(context, expression, limit);
  return found.capped || found.scores.size === 0 ? found : ranked(context, expression, limit);
}

function ranked(context: LaneContext, expression: string, limit: number): Found {
  const rows = context.store.db
    .prepare<[string, number], [number, number]>(
      `SELECT rowid, bm25(messages_fts) ${from(context)} ORDER BY rowid DESC LIMIT ?`,
    )
    .raw()
    .all(expression, limit + 1);
  return { scores: new Map(rows.slice(0, limit)), capped: rows.length > limit };
}

function newest(context: LaneContext, expression: string, limit: number): Found {
  const ids = context.store.db
    .prepare<[string, number], number>(`SELECT rowid ${from(context)} ORDER BY rowid DESC LIMIT ?`)
    .pluck()
    .all(expression, limit + 1);
  return { scores: new Map(ids.slice(0, limit).map(id => [id, 0])), capped: ids.length > limit };
}

function from({ guard }: LaneContext): string {
  return `FROM messages_fts WHERE ${guard('messages_fts.rowid')} AND messages_fts MATCH ?`;
}

function wholeWords({ all, none }: Conjunction): Conjunction {
  return { all: all.map(term => ({ ...term, prefix: false })), none };
}

function anyOf(conjunctions: readonly Conjunction[]): string {
  return conjunctions.map(expressionOf).join(' OR ');
}

/** The MATCH text of a conjunction: every term quoted, so that nothing in it is an operator of FTS5. */
export function expressionOf({ all, none }: Conjunction): string {
  const wanted = all.slice(0, MAX_TERMS).map(quote);
  const unwanted = none.filter(term => term.kind === 'word').slice(0, MAX_TERMS);
  return `(${[`(${wanted.join(' AND ')})`, ...unwanted.map(quote)].join(' NOT ')})`;
}

function quote(term: Term): string {
  const quoted = `"${term.text.replaceAll('"', '""')}"`;
  return term.prefix && !isShortPrefix(term) ? `${quoted} *` : quoted;
}

/** What FTS5 says of damaged shadow tables takes many forms; locks, full disks and cancelling are not among them. */
function isIndexDamage(error: unknown): boolean {
  const family = sqliteFailure(error)?.family;
  return family === 'CORRUPT' || family === 'ERROR' || family === 'CONSTRAINT';
}
