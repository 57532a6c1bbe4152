import { has } from './catalog.ts';
import { isCjkWaiting } from './fts/cjk.ts';
import { WORD_KEYS } from './fts/marker-keys.ts';
import { isForgottenBackfill, readMarkers } from './fts/markers.ts';
import { isNewerFile } from './fts/permission.ts';
import { isLegacy, readFtsState } from './fts/state.ts';
import { getMeta } from './meta.ts';
import type { Store } from './store.ts';

/** How far the backfill of a search index has come; spec: migrations §6. */
export interface FtsRebuildStatus {
  pending: true;
  /** Highest message id that the backfill has to reach. */
  total: number;
  indexed: number;
  /** 0 to 100, rounded down. */
  percent: number;
}

/**
 * True where the storage of the search index can be brought to the newest layout: it is an older one, an earlier run
 * was interrupted, or the index for Chinese, Japanese and Korean waits for its rows; spec: migrations §6.
 */
export function ftsOptimizeAvailable(store: Store): boolean {
  const { catalog, db } = store;
  if (!catalog.fts.base.readable || isNewerFile(store)) return false;
  const { layout, trash } = readFtsState(db);
  if (isLegacy(layout.messages_fts) || trash.length > 0) return true;
  return readMarkers(db, WORD_KEYS) !== null || isForgottenBackfill(db) || isCjkWaiting(db);
}

/** The pending backfill of the word and substring indexes; null where there is none. */
export function ftsRebuildStatus(store: Store): FtsRebuildStatus | null {
  return backfill(store, 'fts_rebuild');
}

/** The pending backfill of the index for Chinese, Japanese and Korean; null where there is none. */
export function ftsCjkRebuildStatus(store: Store): FtsRebuildStatus | null {
  return backfill(store, 'fts_cjk_rebuild');
}

function backfill(store: Store, keys: string): FtsRebuildStatus | null {
  if (!has(store.catalog, 'state_meta')) return null;
  const total = integer(getMeta(store, `${keys}_high_water`));
  if (total <= 0) return null;
  const indexed = integer(getMeta(store, `${keys}_progress`));
  return { pending: true, total, indexed, percent: Math.min(100, Math.floor((100 * indexed) / total)) };
}

function integer(text: string | null): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) ? value : 0;
}
