import type { Database } from 'better-sqlite3';
import { dropTriggers, ensureShape } from './build.ts';
import type { FtsCapability } from './capability.ts';
import { isServed } from './capability.ts';
import { CJK_KEYS } from './marker-keys.ts';
import { clearMarkers, deleteMeta, metaValue, putMeta, readMarkers, seedMarkers } from './markers.ts';
import { EXTERNAL } from './shapes.ts';
import { lacksTrigger, readFtsState, triggerNames } from './state.ts';
import type { FtsState } from './state.ts';

/** Set where a program without the tokenizer had to drop the triggers: the index has missed messages since. */
export const CJK_STALE = 'fts_cjk_stale';

/** What the index for Chinese, Japanese and Korean needs at a writable open; spec: migrations §10. */
export type CjkNeed = 'create' | 'triggers' | 'let-go';

/**
 * Looks at the table of spec: migrations §10.
 *
 * @returns null where nothing has to be done.
 */
export function cjkNeed(db: Database, state: FtsState, capability: FtsCapability): CjkNeed | null {
  if (state.layout.messages_fts !== 'external') return null;
  if (state.layout.messages_fts_cjk === 'none') return capability.cjk ? 'create' : null;
  if (!isServed(db, 'messages_fts_cjk')) {
    return triggerNames('messages_fts_cjk').some(name => state.triggers.has(name)) ? 'let-go' : null;
  }
  const isStale = metaValue(db, CJK_STALE) !== null;
  return !isStale && lacksTrigger(state, 'messages_fts_cjk') ? 'triggers' : null;
}

/** Does what is needed, inside the caller's transaction. */
export function applyCjkNeed(db: Database, need: CjkNeed): void {
  if (need === 'create') createCjk(db);
  else if (need === 'let-go') letGoOfCjk(db);
  else completeTriggers(db);
}

/** Marked as stale first: from the moment the triggers are gone no program may trust the index. */
export function letGoOfCjk(db: Database): void {
  putMeta(db, CJK_STALE, '1');
  dropTriggers(db, 'messages_fts_cjk');
}

/** Throws a stale index away and begins a new one, to be filled step by step; spec: migrations §6 (2). */
export function resetCjk(db: Database): void {
  dropTriggers(db, 'messages_fts_cjk');
  db.exec('DROP TABLE IF EXISTS messages_fts_cjk');
  db.exec('DROP VIEW IF EXISTS messages_fts_cjk_src');
  clearMarkers(db, CJK_KEYS);
  createCjk(db);
}

function createCjk(db: Database): void {
  deleteMeta(db, CJK_STALE);
  if (hasText(db)) seedMarkers(db, CJK_KEYS);
  ensureShape(db, EXTERNAL.cjk);
}

/** An empty index of a file with messages was never filled: its maker was interrupted before it could say so. */
function completeTriggers(db: Database): void {
  const isEmpty = db.prepare('SELECT 1 FROM messages_fts_cjk_docsize LIMIT 1').get() === undefined;
  if (isEmpty && hasText(db) && readMarkers(db, CJK_KEYS) === null) seedMarkers(db, CJK_KEYS);
  ensureShape(db, EXTERNAL.cjk);
}

function hasText(db: Database): boolean {
  return db.prepare("SELECT 1 FROM messages WHERE role <> 'tool' LIMIT 1").get() !== undefined;
}

/** True where the tokenizer is loaded and the index waits for the optimiser; spec: migrations §6. */
export function isCjkWaiting(db: Database): boolean {
  const { layout } = readFtsState(db);
  if (layout.messages_fts_cjk === 'none' || !isServed(db, 'messages_fts_cjk')) return false;
  return metaValue(db, CJK_STALE) !== null || readMarkers(db, CJK_KEYS) !== null;
}
