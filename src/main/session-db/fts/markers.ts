import type { Database } from 'better-sqlite3';
import { WORD_KEYS } from './marker-keys.ts';
import type { MarkerKeys } from './marker-keys.ts';
import { readFtsState } from './state.ts';

/** How far a backfill has to come (H) and has come (P). Rows with ids in (P, H] are not indexed yet. */
export interface Markers {
  readonly highWater: number;
  readonly progress: number;
}

/** True where the file has the table of keys; the first versions lack it. */
export function hasStateMeta(db: Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'state_meta'").get() !== undefined;
}

/** The markers of a backfill; null where none is under way. A missing P counts as nothing done. */
export function readMarkers(db: Database, keys: MarkerKeys): Markers | null {
  if (!hasStateMeta(db)) return null;
  const read = db.prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM state_meta WHERE key = ?').pluck();
  const highWater = read.get(keys.highWater);
  if (highWater === undefined) return null;
  return { highWater, progress: read.get(keys.progress) ?? 0 };
}

/** Marks everything that is stored now as not indexed yet. Before the triggers are made: they ask these keys. */
export function seedMarkers(db: Database, keys: MarkerKeys): void {
  const highest = db.prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM messages').pluck().get() ?? 0;
  putMeta(db, keys.highWater, String(highest));
  putMeta(db, keys.progress, '0');
}

/** Ends a backfill. Any full rebuild must do this too, or later steps would index rows twice; spec: migrations §6. */
export function clearMarkers(db: Database, keys: MarkerKeys): void {
  deleteMeta(db, keys.highWater, keys.progress);
}

/** The stored text of a key; null where there is none. */
export function metaValue(db: Database, key: string): string | null {
  if (!hasStateMeta(db)) return null;
  return db.prepare<[string], string | null>('SELECT value FROM state_meta WHERE key = ?').pluck().get(key) ?? null;
}

/** Sets a key inside the caller's transaction. */
export function putMeta(db: Database, key: string, value: string): void {
  db.prepare(
    'INSERT INTO state_meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, value);
}

/** Removes keys inside the caller's transaction. */
export function deleteMeta(db: Database, ...keys: readonly string[]): void {
  const remove = db.prepare('DELETE FROM state_meta WHERE key = ?');
  for (const key of keys) remove.run(key);
}

/**
 * True where a crash of another build left live triggers on an empty word index and nothing that says so: rows are
 * there, none is indexed, no backfill is under way; spec: migrations §6 (1).
 */
export function isForgottenBackfill(db: Database): boolean {
  const { layout, tables } = readFtsState(db);
  if (layout.messages_fts !== 'external' || !tables.has('messages_fts_docsize')) return false;
  if (readMarkers(db, WORD_KEYS) !== null) return false;
  const any = (table: string) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  return !any('messages_fts_docsize') && any('messages');
}
