import type { Database } from 'better-sqlite3';
import { refill } from './build.ts';
import { CJK_KEYS, WORD_KEYS } from './marker-keys.ts';
import { clearMarkers, hasStateMeta } from './markers.ts';
import { EXTERNAL } from './shapes.ts';
import type { FtsTable } from './shapes.ts';
import { readFtsState, servedTables, shapeOf } from './state.ts';

const WORD_TABLES = ['messages_fts', 'messages_fts_trigram'] as const;

/**
 * Indexes every message anew in the word and the substring index, inside the caller's transaction. Together, since they
 * share their markers; spec: migrations §6 (end).
 *
 * @returns how many indexes that were.
 */
export function rebuildWords(db: Database): number {
  const state = readFtsState(db);
  const tables = servedTables(db, state, WORD_TABLES).filter(table => isWordTable(table));
  for (const table of tables) refill(db, shapeOf(state, table));
  if (tables.length > 0 && hasStateMeta(db)) clearMarkers(db, WORD_KEYS);
  return tables.length;
}

function isWordTable(table: FtsTable): table is (typeof WORD_TABLES)[number] {
  return table !== 'messages_fts_cjk';
}

/** The same for the index for Chinese, Japanese and Korean; 0 where it is not there or its tokenizer is not. */
export function rebuildCjk(db: Database): number {
  if (servedTables(db, readFtsState(db), ['messages_fts_cjk']).length === 0) return 0;
  refill(db, EXTERNAL.cjk);
  clearMarkers(db, CJK_KEYS);
  return 1;
}
