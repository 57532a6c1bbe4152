import type { Database } from 'better-sqlite3';
import { deleteMeta, metaValue, putMeta } from './markers.ts';

/** Set while the storage of the index is an older one that the user may have replaced; spec: schema §5. */
export const OPTIMIZE_AVAILABLE = 'fts_optimize_available';

/** Which layout the index has, once it is complete; spec: schema §5. */
export const STORAGE_VERSION = 'fts_storage_version';

const NEWEST_LAYOUT = 1;

/**
 * The keys that say which layout the index has, at the end of an optimisation. The number is never lowered: a later
 * layout says so by a higher one; spec: migrations §4.5, §6 (8).
 */
export function settleMarks(db: Database): void {
  const stored = Number.parseInt(metaValue(db, STORAGE_VERSION) ?? '', 10);
  if (!(stored >= NEWEST_LAYOUT)) putMeta(db, STORAGE_VERSION, String(NEWEST_LAYOUT));
  deleteMeta(db, OPTIMIZE_AVAILABLE);
}
