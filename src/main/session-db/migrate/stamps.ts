import type { Database } from 'better-sqlite3';
import { WORD_KEYS } from '../fts/marker-keys.ts';
import { isForgottenBackfill, metaValue, putMeta, readMarkers } from '../fts/markers.ts';
import { isLegacy, readFtsState } from '../fts/state.ts';
import { OPTIMIZE_AVAILABLE, STORAGE_VERSION } from '../fts/storage-marks.ts';
import { hasObject } from './live.ts';
import type { SchemaStep } from './step.ts';

/**
 * The keys that say how the full-text index is stored; spec: migrations §4.5. A legacy index is only marked as one that
 * the user may have replaced. A complete external one is stamped, as Hermes does on any open but the first, unless the
 * file has a stamp already: that of a later layout is higher.
 */
export function stampSteps(db: Database): SchemaStep[] {
  const { layout, trash } = readFtsState(db);
  if (isLegacy(layout.messages_fts)) return setting(db, 'mark the older search index', OPTIMIZE_AVAILABLE);
  const isComplete =
    layout.messages_fts === 'external' &&
    hasObject(db, 'messages_fts_docsize') &&
    readMarkers(db, WORD_KEYS) === null &&
    trash.length === 0 &&
    !isForgottenBackfill(db);
  return isComplete ? setting(db, 'stamp the search index', STORAGE_VERSION) : [];
}

function setting(db: Database, name: string, key: string): SchemaStep[] {
  if (metaValue(db, key) !== null) return [];
  const run = (live: Database) => {
    putMeta(live, key, '1');
  };
  return [{ name, mayWait: true, run }];
}
