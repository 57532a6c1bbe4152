import type { Database } from 'better-sqlite3';
import { readCatalog } from '../catalog.ts';
import { SessionDbError } from '../errors.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { dropTriggers } from './build.ts';
import { isMissingPart, isServed } from './capability.ts';
import { letGoOfCjk } from './cjk.ts';
import { isNewerFile } from './permission.ts';
import { rebuildCjk, rebuildWords } from './rebuild.ts';
import { readFtsState } from './state.ts';

const TABLES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'] as const;

/** Connections whose indexes were rebuilt because a write failed. */
const healedOnce = new WeakSet<Database>();

/**
 * Runs a write. One that stops at the trigger of an index whose tokenizer this SQLite lacks runs again without that
 * trigger, and the index is marked as left behind. A damaged index is rebuilt only where the store was opened so, and
 * only once.
 *
 * @param attempt - the whole write; may run twice.
 * @param inTransaction - how to change the file in between.
 * @throws SessionDbError `db-fts-corrupt` for a damaged index, `db-newer` where a later version's triggers would have to go.
 * spec: migrations §10, concurrency §5
 */
export function withIndexCare<T>(
  store: Store,
  attempt: () => T,
  inTransaction: (change: (db: Database) => void) => void,
): T {
  try {
    return attempt();
  } catch (error) {
    if (isDamagedIndex(error)) return healed(store, error, { attempt, inTransaction });
    if (sqliteFailure(error)?.family !== 'ERROR' || !isMissingPart(error)) throw error;
    if (isNewerFile(store)) throw needsItsTokenizer(store, error);
    inTransaction(letGoOfUnusable);
    store.catalog = readCatalog(store.db);
    return attempt();
  }
}

interface Rerun<T> {
  readonly attempt: () => T;
  readonly inTransaction: (change: (db: Database) => void) => void;
}

/** Hermes's own way, by request: all indexes anew, and the write once more; spec: concurrency §5. */
function healed<T>(store: Store, error: unknown, { attempt, inTransaction }: Rerun<T>): T {
  if (store.healIndex !== true || healedOnce.has(store.db) || isNewerFile(store)) throw damaged(store, error);
  healedOnce.add(store.db);
  inTransaction(db => {
    rebuildWords(db);
    rebuildCjk(db);
  });
  store.catalog = readCatalog(store.db);
  try {
    return attempt();
  } catch (second) {
    throw isDamagedIndex(second) ? damaged(store, second) : second;
  }
}

/** A damaged shadow table can surface as a bare "constraint failed", which no constraint of ours says. */
function isDamagedIndex(error: unknown): boolean {
  const failure = sqliteFailure(error);
  if (failure === null || !(error instanceof Error)) return false;
  if (failure.family === 'CORRUPT') return failure.detail === 'VTAB';
  return failure.family === 'CONSTRAINT' && error.message === 'constraint failed';
}

function damaged({ path }: Store, cause: unknown): SessionDbError {
  return new SessionDbError('db-fts-corrupt', `${path} has a damaged search index, so messages cannot be changed.`, {
    hint: 'Rebuild the search index.',
    cause,
  });
}

function needsItsTokenizer({ path }: Store, cause: unknown): SessionDbError {
  return new SessionDbError(
    'db-newer',
    `${path} was made by a newer Hermes and has an index that cannot be kept here.`,
    {
      hint: 'Allow its tokenizer for Chinese, Japanese and Korean in the settings, or use the Hermes that made it.',
      cause,
    },
  );
}

function letGoOfUnusable(db: Database): void {
  const { layout } = readFtsState(db);
  for (const table of TABLES) {
    if (layout[table] === 'none' || isServed(db, table)) continue;
    if (table === 'messages_fts_cjk') letGoOfCjk(db);
    else dropTriggers(db, table);
  }
}
