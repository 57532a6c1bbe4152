import { contextText } from './search-text.ts';
import type { SearchFilters } from './search-filters.ts';
import type { BareHit, FtsTable, SearchPage } from './search-legs.ts';
import { ftsLeg, isCjkServed, likeAllLeg, likeAnyLeg, pendingGap } from './search-legs.ts';
import {
  cjkRuns,
  containsCjk,
  countCjk,
  isOperator,
  quoteRejected,
  quoteTokens,
  sanitizeFts5Query,
  stripQuotes,
} from './fts-query.ts';
import { codePointLength, splitWords, trim } from './python-text.ts';
import { snapshot } from './snapshot.ts';
import { sqliteFailure } from './sqlite-errors.ts';
import type { Store } from './store.ts';

export interface SearchMessagesOptions extends SearchFilters {
  /** At most so many hits, 20 unless given; below 0 is no limit. */
  readonly limit?: number;
  readonly offset?: number;
  /** `newest` or `oldest`; anything else is by rank, best first. */
  readonly sort?: string | null;
  /**
   * Ask again with every word quoted when FTS5 refuses the query (`docker.`, `it's`, `a/b`). Default true; false is
   * Hermes's answer, which finds nothing then; spec: api §7.1.
   */
  readonly retryQuoted?: boolean;
}

/** A message beside a hit. */
export interface ContextMessage {
  readonly role: string;
  /** At most 200 code points. */
  readonly content: string;
}

/** A message that matches. Times are Unix seconds. */
export interface SearchHit extends BareHit {
  /** Matches between `>>>` and `<<<`; none where no index was used, null where the row has no content. */
  readonly snippet: string | null;
  /** The message before, the message itself, the message after. */
  readonly context: ContextMessage[];
}

/**
 * Searches the messages of all sessions, archived ones and subagents included. Any input is safe: an empty query, or
 * one that the index cannot answer, finds nothing. A damaged index is answered without it, by a scan.
 *
 * @param query - words, "phrases", AND, OR, NOT and word*; what exactly is done to it: spec api §7.
 */
export function searchMessages(store: Store, query: string, options: SearchMessagesOptions = {}): SearchHit[] {
  const sanitized = sanitizeFts5Query(query);
  if (sanitized === '' || !store.catalog.fts.base.exists) return [];
  const page = pageOf(options);
  return snapshot(store, () => {
    const hits = containsCjk(sanitized)
      ? cjkSearch(store, sanitized, page)
      : wordSearch(store, sanitized, page, options.retryQuoted ?? true);
    return hits.map(hit => ({ ...hit, context: contextOf(store, hit) }));
  });
}

function pageOf(options: SearchMessagesOptions): SearchPage {
  const sort = options.sort?.trim().toLowerCase();
  return {
    sourceFilter: options.sourceFilter ?? null,
    excludeSources: options.excludeSources ?? null,
    roleFilter: options.roleFilter ?? null,
    includeInactive: options.includeInactive ?? false,
    limit: options.limit ?? 20,
    offset: options.offset ?? 0,
    sort: sort === 'newest' || sort === 'oldest' ? sort : 'rank',
  };
}

/** The indexes of substrings do not hold tool output, so a search for it goes elsewhere; spec: api §7.4, §7.7. */
function wantsTool(page: SearchPage): boolean {
  return page.roleFilter?.includes('tool') === true;
}

/** spec: api §7.4 */
function cjkSearch(store: Store, sanitized: string, page: SearchPage): BareHit[] {
  const raw = stripQuotes(sanitized);
  const terms = splitWords(raw).filter(token => !isOperator(token));
  if (!wantsTool(page)) {
    const lone = cjkRuns(raw).some(run => codePointLength(run) === 1);
    const hits =
      (isCjkServed(store) && !lone ? quotedLeg(store, 'messages_fts_cjk', raw, page) : null) ??
      (isTrigramWorthwhile(store, raw, terms) ? quotedLeg(store, 'messages_fts_trigram', raw, page) : null);
    if (hits !== null) return withGap(store, hits, sanitized, page);
  }
  return likeAnyLeg(store, terms, page);
}

function isTrigramWorthwhile(store: Store, raw: string, terms: readonly string[]): boolean {
  const longEnough = terms.every(term => !containsCjk(term) || countCjk(term) >= 3);
  return store.catalog.fts.trigram.readable && countCjk(raw) >= 3 && longEnough;
}

/** Null where the table could not answer and the next way has to be tried. */
function quotedLeg(store: Store, table: FtsTable, raw: string, page: SearchPage): BareHit[] | null {
  const answer = ftsLeg(store, table, quoteTokens(raw), page);
  return answer.kind === 'hits' ? answer.hits : null;
}

/** spec: api §7.5 */
function wordSearch(store: Store, sanitized: string, page: SearchPage, retryQuoted: boolean): BareHit[] {
  let answer = ftsLeg(store, 'messages_fts', sanitized, page);
  if (answer.kind === 'refused' && retryQuoted) answer = ftsLeg(store, 'messages_fts', quoteRejected(sanitized), page);
  if (answer.kind === 'refused') return [];
  if (answer.kind === 'damaged') return likeAllLeg(store, gapTerms(sanitized), page);
  const hits = withGap(store, answer.hits, sanitized, page);
  return hits.length > 0 || wantsTool(page) ? hits : substringSearch(store, sanitized, page);
}

/** Messages that a running rebuild has not indexed yet are found by a scan of their ids; spec: api §7.6. */
function withGap(store: Store, hits: BareHit[], sanitized: string, page: SearchPage): BareHit[] {
  const missing = page.limit < 0 ? -1 : page.limit - hits.length;
  const gap = missing === 0 ? null : pendingGap(store);
  if (gap === null) return hits;
  const known = new Set(hits.map(hit => hit.id));
  const scanned = likeAllLeg(store, gapTerms(sanitized), { ...page, limit: missing, offset: 0 }, gap);
  return [...hits, ...scanned.filter(hit => !known.has(hit.id))];
}

function gapTerms(sanitized: string): string[] {
  return (sanitized.match(/"[^"]+"|\S+/gu) ?? [])
    .map(token => trim(token.replace(/^"+|"+$/g, '').replace(/^\*+|\*+$/g, '')))
    .filter(term => term !== '' && !/^(?:AND|OR|NOT|NEAR)$/i.test(term));
}

/** A word that the base index does not hold may be part of a longer one; spec: api §7.7. */
function substringSearch(store: Store, sanitized: string, page: SearchPage): BareHit[] {
  const raw = stripQuotes(sanitized);
  const bigrams = isCjkServed(store) ? quotedLeg(store, 'messages_fts_cjk', raw, page) : null;
  if (bigrams !== null && bigrams.length > 0) return bigrams;
  const terms = splitWords(raw).filter(token => !isOperator(token));
  const eligible = terms.length > 0 && terms.every(term => codePointLength(term) >= 3);
  if (!eligible || !store.catalog.fts.trigram.readable) return [];
  return quotedLeg(store, 'messages_fts_trigram', raw, page) ?? [];
}

interface StoredContext {
  readonly role: string;
  readonly content: unknown;
}

/** Neighbours by time, not by id, in any state; a row that cannot be read leaves the hit without context; spec: api §7.8. */
function contextOf(store: Store, hit: BareHit): ContextMessage[] {
  const neighbour = (comparison: string, order: string) =>
    store.db
      .prepare<[string, number, number], StoredContext>(
        `SELECT role, content FROM messages WHERE session_id = ? AND (timestamp, id) ${comparison} (?, ?)
         ORDER BY timestamp ${order}, id ${order} LIMIT 1`,
      )
      .all(hit.session_id, hit.timestamp, hit.id);
  try {
    const own = store.db
      .prepare<[number], StoredContext>('SELECT role, content FROM messages WHERE id = ?')
      .all(hit.id);
    return [...neighbour('<', 'DESC'), ...own, ...neighbour('>', 'ASC')].map(row => ({
      role: row.role,
      content: contextText(row.content),
    }));
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return [];
  }
}
