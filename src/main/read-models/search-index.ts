import type { LaneContext } from '../lanes/context.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import type { Store } from '../session-db/store.ts';
import type { Conjunction, Term } from './search-query.ts';
import { isShortPrefix } from './search-query.ts';

/** More hits than this are not ranked and not counted: the newest are taken. */
export const MAX_HITS = 20_000;
/** The same where the first hits are wanted at once, and the rest is told later. */
export const FIRST_HITS = 2_000;
/** More terms than this in one expression are left to the check of the text itself. */
const MAX_TERMS = 100;
/** Ids that are looked through in one statement; some ten milliseconds where a dozen common words are wanted. */
const SLICE = 65_536;
/** No file is looked through in more slices than this, however large its ids are. */
const MAX_SLICES = 256;
const EVERY_ID = [-(2n ** 63n), 2n ** 63n - 1n] as const;
/** Places in the lists of words that ranking may read; some twenty milliseconds. */
const MAX_READ = 400_000;
/** The newest messages by which the lengths of the lists are judged; fewer terms than these are not judged. */
const JUDGED = 2_000;
const FEW_TERMS = 3;

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
  return unlessDamaged(() => ask(context, conjunctions, limit));
}

/**
 * The same for the first answer: beginnings of words are looked up only where whole words leave room, because the index
 * puts together the lists of all words with that beginning before it gives the first hit, and cannot be stopped then.
 */
export function askIndexFirst(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): Found | null {
  return unlessDamaged(() => {
    if (!conjunctions.some(hasPrefix)) return ask(context, conjunctions, limit);
    const words = newest(context, conjunctions.map(wholeWords), limit);
    return words.capped ? words : ask(context, conjunctions, limit);
  });
}

function unlessDamaged(run: () => Found): Found | null {
  try {
    return run();
  } catch (error) {
    if (isIndexDamage(error)) return null;
    throw error;
  }
}

function ask(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): Found {
  const parts = stoppableParts(conjunctions);
  const found = newestOf(
    parts.map(part => newest(context, part, limit)),
    limit,
  );
  if (found.capped || found.scores.size === 0 || !isRankable(context, conjunctions)) return found;
  // What fits several words fits by the sum of what it fits each.
  for (const part of parts) for (const [id, score] of ranked(context, part, limit)) add(found.scores, id, score);
  return found;
}

/** Beginnings of words in statements of their own: between statements a search can be stopped. */
function stoppableParts(conjunctions: readonly Conjunction[]): (readonly Conjunction[])[] {
  const slow = conjunctions.filter(hasPrefix);
  if (slow.length < 2) return [conjunctions];
  const fast = conjunctions.filter(conjunction => !hasPrefix(conjunction));
  return [...(fast.length === 0 ? [] : [fast]), ...slow.map(conjunction => [conjunction])];
}

function newestOf(parts: readonly Found[], limit: number): Found {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return first;
  const ids = [...new Set(parts.flatMap(({ scores }) => [...scores.keys()]))].sort((a, b) => b - a);
  return foundOf(
    ids,
    limit,
    parts.some(part => part.capped),
  );
}

function add(scores: Scores, id: number, score: number): void {
  const before = scores.get(id);
  if (before !== undefined) scores.set(id, before + score);
}

function ranked(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): [number, number][] {
  context.checkCancelled();
  return context.store.db
    .prepare<[string, number], [number, number]>(
      `SELECT rowid, bm25(messages_fts) ${from(context)} ORDER BY rowid DESC LIMIT ?`,
    )
    .raw()
    .all(anyOf(conjunctions), limit);
}

/**
 * False where the words together are in so many messages that reading the lists of all of them, which ranking does
 * without a stop, takes too long; such words say little of how well a message fits. Judged by the newest messages.
 */
function isRankable({ store }: LaneContext, conjunctions: readonly Conjunction[]): boolean {
  const terms = conjunctions.flatMap(({ all, none }) => [...all, ...none.filter(term => term.kind === 'word')]);
  const { first, last } = idsOf(store);
  if (terms.length < FEW_TERMS || last - first < MAX_READ) return true;
  const count = store.db
    .prepare<[string, bigint], number>('SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH ? AND rowid > ?')
    .pluck();
  const inNewest = terms
    .slice(0, MAX_TERMS)
    .reduce((sum, term) => sum + Number(count.get(quote({ ...term, prefix: false }), BigInt(last - JUDGED))), 0);
  return (inNewest / JUDGED) * (last - first) <= MAX_READ;
}

/** The newest hits: from the newest ids down in slices, because a statement that finds nothing cannot be stopped. */
function newest(context: LaneContext, conjunctions: readonly Conjunction[], limit: number): Found {
  const statement = context.store.db
    .prepare<[string, bigint, bigint, number], number>(
      `SELECT rowid ${from(context)} AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck();
  const expression = anyOf(conjunctions);
  const ids: number[] = [];
  for (const [low, high] of conjunctions.some(hasPrefix) ? [EVERY_ID] : slicesOf(idsOf(context.store))) {
    context.checkCancelled();
    for (const id of statement.all(expression, low, high, limit + 1 - ids.length)) ids.push(id);
    if (ids.length > limit) break;
  }
  return foundOf(ids, limit, false);
}

function foundOf(ids: readonly number[], limit: number, capped: boolean): Found {
  return { scores: new Map(ids.slice(0, limit).map(id => [id, 0])), capped: capped || ids.length > limit };
}

/** Stretches of ids, the newest first, that together hold all there can be. */
function* slicesOf({ first, last }: Ids): Generator<readonly [low: bigint, high: bigint]> {
  const width = Math.max(SLICE, Math.ceil((last - first) / MAX_SLICES));
  let [, high] = EVERY_ID;
  for (let low = last - width; low > first; low -= width) {
    yield [BigInt(low), high];
    high = BigInt(low) - 1n;
  }
  yield [EVERY_ID[0], high];
}

/** The ids of the messages; those that JavaScript cannot hold as the largest that it can. */
interface Ids {
  readonly first: number;
  readonly last: number;
}

function idsOf({ db }: Store): Ids {
  const id = (which: 'MIN' | 'MAX'): number => {
    const value = Number(db.prepare(`SELECT ${which}(id) FROM messages`).pluck().get() ?? 0);
    return Math.max(0, Math.min(value, Number.MAX_SAFE_INTEGER));
  };
  return { first: id('MIN'), last: id('MAX') };
}

function from({ guard }: LaneContext): string {
  return `FROM messages_fts WHERE ${guard('messages_fts.rowid')} AND messages_fts MATCH ?`;
}

function hasPrefix({ all, none }: Conjunction): boolean {
  return [...all, ...none].some(term => term.prefix && !isShortPrefix(term));
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
