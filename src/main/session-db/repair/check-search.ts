import type { Database } from 'better-sqlite3';
import { isMissingPart } from '../fts/capability.ts';
import { CJK_KEYS, WORD_KEYS } from '../fts/marker-keys.ts';
import { readMarkers } from '../fts/markers.ts';
import { readFtsState, triggerNames } from '../fts/state.ts';
import type { FtsState } from '../fts/state.ts';
import type { FtsTable } from '../fts/shapes.ts';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { snapshot } from '../snapshot.ts';
import { isContention, sqliteFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { checkLines } from './check-lines.ts';
import { toldLines } from './findings.ts';
import type { HealthFinding } from './findings.ts';
import { indexedTokens, storedTokens } from './token-totals.ts';

type Verdict = Pick<HealthFinding, 'state' | 'detail'>;

const OK: Verdict = { state: 'ok', detail: null };

const FTS_TABLES: readonly FtsTable[] = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'];

/** Parts that an index consists of; `content` only where it keeps a copy of the text. */
const SHADOWS = ['data', 'idx', 'docsize', 'config', 'content'] as const;

/**
 * Checks the search indexes, apart from the data. Everything is read: `PRAGMA integrity_check(<table>)` runs FTS5's own
 * integrity check, which as the command of that name would need the write lock. That check sees what is stored wrongly
 * but not what is missing, so the rows of `docsize` are compared with the messages besides, and in depth the number of
 * tokens in the index with the number that its rows should have.
 *
 * @param inDepth - reads every list of the index once more.
 */
export function checkSearch(store: Store, inDepth: boolean, watch: JobWatch): readonly HealthFinding[] {
  const state = readFtsState(store.db);
  const tables = FTS_TABLES.filter(table => state.layout[table] !== 'none');
  return tables.flatMap((table, done) => {
    reportStep(watch, { phase: 'search-index', done, total: tables.length, canCancel: true });
    return [...checkIndex(store, table, state, inDepth), ...missingTriggers(table, state)];
  });
}

function checkIndex(store: Store, table: FtsTable, state: FtsState, inDepth: boolean): readonly HealthFinding[] {
  const finding = (verdict: Verdict): HealthFinding => ({ object: table, kind: 'search-index', ...verdict });
  const broken = verdictOf(() => probe(store.db, table)) ?? verdictOf(() => structure(store.db, table));
  if (broken?.state === 'damaged') return [finding(broken)];
  const unfilled = verdictOf(() => snapshot(store, () => coverage(store.db, table, state)), 'unknown');
  const unequal = inDepth && unfilled === null ? verdictOf(() => snapshot(store, () => totals(store.db, table))) : null;
  return [finding(unfilled ?? unequal ?? broken ?? OK)];
}

/** A real query: it reads the record of the structure and looks a word up. */
function probe(db: Database, table: FtsTable): Verdict | null {
  db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"probe"' LIMIT 1`).all();
  return null;
}

/**
 * What FTS5 and the trees of its tables say. Newer SQLites call trigram indexes of older ones malformed, though every
 * query works; so of that index only damaged trees count; spec: concurrency §6.1.
 */
function structure(db: Database, table: FtsTable): Verdict | null {
  const present = db
    .prepare<[string], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? || '_*'")
    .pluck()
    .all(table);
  const trees = SHADOWS.map(part => `${table}_${part}`)
    .filter(name => present.includes(name))
    .flatMap(name => checkLines(db, `quick_check("${name}")`));
  if (trees.length > 0) return { state: 'damaged', detail: toldLines(trees) };
  const lines = checkLines(db, `integrity_check("${table}")`);
  if (lines.length === 0) return null;
  const isSure = table !== 'messages_fts_trigram' && lines.some(line => /malformed|corrupt/i.test(line));
  return { state: isSure ? 'damaged' : 'unknown', detail: toldLines(lines) };
}

/** Messages that the index should hold and does not, and the other way round. */
function coverage(db: Database, table: FtsTable, state: FtsState): Verdict | null {
  const markers = readMarkers(db, table === 'messages_fts_cjk' ? CJK_KEYS : WORD_KEYS);
  if (markers !== null && markers.progress < markers.highWater) {
    const { progress, highWater } = markers;
    return { state: 'incomplete', detail: `its filling has come to ${String(progress)} of ${String(highWater)}` };
  }
  const isWhole = table === 'messages_fts' || state.layout[table] !== 'external';
  const rows = isWhole ? '1' : "m.role <> 'tool'";
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const missing = count(
    `SELECT count(*) FROM messages m
     WHERE ${rows} AND NOT EXISTS (SELECT 1 FROM ${table}_docsize d WHERE d.id = m.id)`,
  );
  if (missing > 0)
    return { state: 'incomplete', detail: `${counted(missing, 'message is', 'messages are')} not in it` };
  const spare = count(
    `SELECT count(*) FROM ${table}_docsize d WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.id AND ${rows})`,
  );
  if (spare > 0)
    return { state: 'incomplete', detail: `${counted(spare, 'entry belongs', 'entries belong')} to no message` };
  return isEmptied(db, table) ? { state: 'damaged', detail: 'it holds no word at all' } : null;
}

/** The record of the structure may say, soundly, that there is nothing. */
function isEmptied(db: Database, table: FtsTable): boolean {
  const holdsTokens = storedTokens(db, table, 1000) > 0;
  return holdsTokens && indexedTokens(db, table, 1) === 0;
}

function totals(db: Database, table: FtsTable): Verdict | null {
  const [indexed, stored] = [indexedTokens(db, table), storedTokens(db, table)];
  if (indexed === stored) return null;
  return { state: 'damaged', detail: `it holds ${String(indexed)} words where ${String(stored)} were stored` };
}

function missingTriggers(table: FtsTable, state: FtsState): readonly HealthFinding[] {
  return triggerNames(table)
    .filter(name => !state.triggers.has(name))
    .map(object => ({ object, kind: 'search-index', state: 'incomplete', detail: 'this trigger is missing' }));
}

function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

/**
 * FTS5 reports some damage as an ordinary error; a missing table of the index is damage as well.
 *
 * @param ofTrees - what a damaged tree means: where rows of messages are read as well, it may be theirs.
 */
function verdictOf(check: () => Verdict | null, ofTrees: 'damaged' | 'unknown' = 'damaged'): Verdict | null {
  try {
    return check();
  } catch (error) {
    const verdict = error instanceof Error ? verdictOfFailure(error, ofTrees) : null;
    if (verdict === null) throw error;
    return verdict;
  }
}

/** Null for what is no answer, such as a disk that cannot be read. */
function verdictOfFailure(error: Error, ofTrees: 'damaged' | 'unknown'): Verdict | null {
  if (isMissingPart(error)) return { state: 'unknown', detail: 'its tokenizer is not there' };
  if (isContention(error)) return { state: 'unknown', detail: 'another program holds the file' };
  const failure = sqliteFailure(error);
  if (failure === null || !['CORRUPT', 'ERROR'].includes(failure.family)) return null;
  const isOfTree = failure.family === 'CORRUPT' && failure.detail !== 'VTAB';
  return isOfTree ? { state: ofTrees, detail: 'a part cannot be read' } : { state: 'damaged', detail: error.message };
}
