import { has } from './catalog.ts';
import { allOf, anyOf, filterCondition, likeCondition } from './search-filters.ts';
import type { SearchFilters, SqlCondition } from './search-filters.ts';
import { isMultimodal, likeSnippet, MARK_CLOSE, MARK_OPEN, multimodalSnippet } from './search-text.ts';
import { contentText, decodeContent, storedText } from './content.ts';
import { WORD_KEYS } from './fts/marker-keys.ts';
import { isForgottenBackfill, readMarkers } from './fts/markers.ts';
import { sqliteFailure } from './sqlite-errors.ts';
import type { Store } from './store.ts';

export type FtsTable = 'messages_fts' | 'messages_fts_trigram' | 'messages_fts_cjk';

/** How a search is ordered and cut. `limit` below 0 is no limit. */
export interface SearchPage extends SearchFilters {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'newest' | 'oldest' | 'rank';
}

/** A match without its context. */
export interface BareHit {
  readonly id: number;
  readonly session_id: string;
  readonly role: string;
  readonly snippet: string | null;
  readonly timestamp: number;
  readonly tool_name: string | null;
  readonly source: string;
  readonly model: string | null;
  readonly session_started: number;
}

/** What a full-text table answered; `refused` for a query it does not understand, `damaged` for a broken index. */
export type FtsAnswer =
  { readonly kind: 'hits'; readonly hits: BareHit[] } | { readonly kind: 'refused' } | { readonly kind: 'damaged' };

/**
 * Asks one full-text table. Ranked ids first and snippets for those alone: in one statement SQLite would make a
 * snippet of every match before sorting.
 *
 * spec: api §7.2, §7.4, §7.5
 */
export function ftsLeg(store: Store, table: FtsTable, match: string, page: SearchPage): FtsAnswer {
  try {
    const ids = rankedIds(store, table, match, page);
    return { kind: 'hits', hits: hydrate(store, ids, snippetsOf(store, table, match, ids), table === 'messages_fts') };
  } catch (error) {
    const failure = sqliteFailure(error);
    if (failure?.family === 'CORRUPT') return { kind: 'damaged' };
    if (failure?.family === 'ERROR') return { kind: isAnswering(store, table) ? 'refused' : 'damaged' };
    throw error;
  }
}

/** FTS5 reports a bad query and a table it cannot use with the same code; a plain query tells them apart. */
function isAnswering(store: Store, table: FtsTable): boolean {
  try {
    store.db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"a"' LIMIT 1`).all();
    return true;
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return false;
  }
}

/** `bm25()` is what `rank` holds, but sorting by it happens outside FTS5, which is faster and can be cancelled. */
function rankedIds(store: Store, table: FtsTable, match: string, page: SearchPage): number[] {
  const filter = filterCondition(store, page);
  const time = { newest: 'm.timestamp DESC,', oldest: 'm.timestamp ASC,', rank: '' }[page.sort];
  return store.db
    .prepare<unknown[], number>(
      `SELECT m.id FROM ${table} JOIN messages m ON m.id = ${table}.rowid JOIN sessions s ON s.id = m.session_id
       WHERE ${table} MATCH ? AND ${filter.sql} ORDER BY ${time} bm25(${table}), m.id LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(match, ...filter.parameters, page.limit, page.offset);
}

function snippetsOf(store: Store, table: FtsTable, match: string, ids: readonly number[]): Map<number, string> {
  if (ids.length === 0) return new Map();
  const rows = store.db
    .prepare<unknown[], { id: number; snippet: string }>(
      `SELECT rowid AS id, snippet(${table}, -1, '${MARK_OPEN}', '${MARK_CLOSE}', '...', 40) AS snippet
       FROM ${table} WHERE ${table} MATCH ? AND rowid IN (SELECT value FROM json_each(?))`,
    )
    .all(match, JSON.stringify(ids));
  return new Map(rows.map(row => [row.id, row.snippet]));
}

const HIT_COLUMNS = `m.id, m.session_id, m.role, m.timestamp, m.tool_name, s.source, s.model,
  s.started_at AS session_started`;

function hydrate(store: Store, ids: readonly number[], snippets: Map<number, string>, wholeWords: boolean): BareHit[] {
  const rows = store.db
    .prepare<[string], Omit<BareHit, 'snippet'> & { multimodal: unknown }>(
      `SELECT ${HIT_COLUMNS}, CASE WHEN instr(m.content, char(0) || 'json:') = 1 THEN m.content END AS multimodal
       FROM messages m JOIN sessions s ON s.id = m.session_id WHERE m.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => {
    const found = byId.get(id);
    if (found === undefined) return [];
    const { multimodal, ...hit } = found;
    const snippet = snippets.get(id) ?? '';
    return [{ ...hit, snippet: multimodal === null ? snippet : multimodalSnippet(multimodal, snippet, wholeWords) }];
  });
}

/** Any of the terms, newest first whatever `sort` says; spec: api §7.4 ("LIKE leg"). */
export function likeAnyLeg(store: Store, terms: readonly string[], page: SearchPage): BareHit[] {
  return likeLeg(store, anyOf([...new Set(terms)].map(likeCondition)), terms[0] ?? '', page);
}

/** Ids after `above` up to `upTo`, or all of them where no bounds are given. */
export interface IdRange {
  readonly above: number;
  readonly upTo: number;
}

/** All of the terms, newest first; spec: api §7.6. */
export function likeAllLeg(store: Store, terms: readonly string[], page: SearchPage, ids?: IdRange): BareHit[] {
  if (terms.length === 0) return [];
  const range: SqlCondition[] =
    ids === undefined
      ? []
      : [
          {
            sql: 'm.id > CAST(? AS INTEGER) AND m.id <= CAST(? AS INTEGER)',
            parameters: [String(ids.above), String(ids.upTo)],
          },
        ];
  return likeLeg(store, allOf([...range, ...[...new Set(terms)].map(likeCondition)]), terms[0] ?? '', page);
}

function likeLeg(store: Store, condition: SqlCondition, firstTerm: string, page: SearchPage): BareHit[] {
  const filter = filterCondition(store, page);
  return store.db
    .prepare<unknown[], Omit<BareHit, 'snippet'> & { content: unknown }>(
      `SELECT ${HIT_COLUMNS}, m.content FROM messages m JOIN sessions s ON s.id = m.session_id
       WHERE ${condition.sql} AND ${filter.sql} ORDER BY m.timestamp DESC, m.id DESC LIMIT ? OFFSET ?`,
    )
    .all(...condition.parameters, ...filter.parameters, page.limit, page.offset)
    .map(({ content, ...hit }) => ({ ...hit, snippet: snippetWithoutIndex(content, firstTerm) }));
}

function snippetWithoutIndex(stored: unknown, term: string): string | null {
  if (stored === null) return null;
  const text = isMultimodal(stored) ? contentText(decodeContent(stored)) : (storedText(stored) ?? '');
  return likeSnippet(text, term);
}

/**
 * The ids that a rebuild of the index has not reached yet; null where no rebuild is pending. An index that another
 * program left empty without a marker has reached none; spec: api §7.6, migrations §6 (1).
 */
export function pendingGap({ db }: Store): IdRange | null {
  const markers = readMarkers(db, WORD_KEYS);
  if (markers === null) return isForgottenBackfill(db) ? { above: 0, upTo: Number.MAX_SAFE_INTEGER } : null;
  const { progress: above, highWater: upTo } = markers;
  return above >= upTo ? null : { above, upTo };
}

/** True where the CJK index may answer: readable here, complete and not left behind; spec: migrations §10. */
export function isCjkServed(store: Store): boolean {
  if (!store.catalog.fts.cjk.readable) return false;
  if (!has(store.catalog, 'state_meta')) return true;
  const blocking = store.db.prepare(
    "SELECT 1 FROM state_meta WHERE key IN ('fts_cjk_stale', 'fts_cjk_rebuild_high_water') LIMIT 1",
  );
  return blocking.get() === undefined;
}
