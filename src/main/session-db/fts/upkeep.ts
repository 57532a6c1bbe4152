import { readCatalog } from '../catalog.ts';
import { sqliteFailure, typedFileFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { write } from '../write.ts';
import { assertIndexWork } from './permission.ts';
import { rebuildCjk, rebuildWords } from './rebuild.ts';
import { readFtsState, servedTables } from './state.ts';

const ALL_TABLES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'] as const;

/**
 * Merges each index into one segment. Takes the write lock for as long as that lasts, seconds per index of a big file.
 *
 * @returns how many indexes were merged.
 * @throws SessionDbError `db-newer` or `db-read-only` where the file must not be changed so.
 * spec: api §13
 */
export function optimizeFts(store: Store): number {
  assertIndexWork(store);
  const tables = servedTables(store.db, readFtsState(store.db), ALL_TABLES);
  for (const table of tables) {
    write(store, db => db.exec(`INSERT INTO ${table}(${table}) VALUES('optimize')`));
  }
  return tables.length;
}

/**
 * Indexes every message anew, which heals a damaged index. No message is changed. A backfill of the index that is
 * under way has nothing left to do and ends.
 *
 * @returns how many indexes were rebuilt.
 * @throws SessionDbError `db-newer` or `db-read-only` where the file must not be changed so.
 * spec: api §13, concurrency §5
 */
export function rebuildFts(store: Store): number {
  assertIndexWork(store);
  const words = write(store, db => rebuildWords(db));
  const cjk = write(store, db => rebuildCjk(db));
  store.catalog = readCatalog(store.db);
  return words + cjk;
}

/**
 * Merges the indexes, moves the log into the file and gives unused pages back to the disk. Needs about the size of the
 * file in free space, and a moment in which nobody else uses it.
 *
 * @returns how many indexes were merged.
 * @throws SessionDbError `db-newer` or `db-read-only`; `db-locked` or `db-full` where SQLite could not compact the file,
 *   which is as it was then.
 * spec: api §13, concurrency §8
 */
export function vacuum(store: Store): number {
  const merged = optimizeFts(store);
  checkpoint(store, 'truncate');
  try {
    store.db.exec('VACUUM');
  } catch (error) {
    throw typedFileFailure(error, store.path);
  }
  return merged;
}

/** What a checkpoint reached. */
export interface CheckpointResult {
  /** True where another connection kept it from moving everything. */
  readonly busy: boolean;
  /** Pages that are in the log, and how many of them are in the file, too; -1 without a log. */
  readonly logPages: number;
  readonly movedPages: number;
}

/**
 * Moves the log into the file as far as other connections let it.
 *
 * @param mode - `passive` waits for nobody; `truncate` also empties the log, and waits for readers up to the busy timeout.
 * @returns null where SQLite could not run it; the log stays whole then.
 */
export function checkpoint(store: Store, mode: 'passive' | 'truncate' = 'passive'): CheckpointResult | null {
  try {
    const row = store.db
      .prepare<[], { busy: number; log: number; checkpointed: number }>(`PRAGMA wal_checkpoint(${mode})`)
      .get();
    return row === undefined ? null : { busy: row.busy !== 0, logPages: row.log, movedPages: row.checkpointed };
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return null;
  }
}
