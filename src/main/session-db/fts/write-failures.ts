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

/** A rebuild of more would lock the file for minutes, which only the user may ask for; spec: concurrency §5. */
const HEALED_UP_TO_BYTES = 200_000_000;

/** Connections whose indexes were rebuilt because a write failed. */
const healedOnce = new WeakSet<Database>();

/**
 * Runs a write. One that stops at the trigger of an index whose tokenizer this SQLite lacks runs again without that
 * trigger, and the index is marked as left behind. One that stops at a damaged index runs again after all indexes are
 * rebuilt, if the database is not too long for that and it is the first time.
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

/** All indexes anew, and the write once more; spec: concurrency §5. */
function healed<T>(store: Store, error: unknown, { attempt, inTransaction }: Rerun<T>): T {
  if (isNewerFile(store) || healedOnce.has(store.db) || isTooLong(store)) throw damaged(store, error);
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

function isTooLong({ db, healIndexUpTo = HEALED_UP_TO_BYTES }: Store): boolean {
  const [pages, bytesOfPage] = ['page_count', 'page_size'].map(name => Number(db.pragma(name, { simple: true })));
  return Number(pages) * Number(bytesOfPage) > healIndexUpTo;
}

/** A damaged shadow table can surface as a bare "constraint failed", which no constraint of ours says. */
function isDamagedIndex(error: unknown): boolean {
  const failure = sqliteFailure(error);
  if (failure === null || !(error instanceof Error)) return false;
  if (failure.family === 'CORRUPT') return failure.detail === 'VTAB';
  return failure.family === 'CONSTRAINT' && error.message === 'constraint failed';
}

function damaged(store: Store, cause: unknown): SessionDbError {
  const message = `${store.path} has a damaged search index, so messages cannot be changed.`;
  const hint = isNewerFile(store)
    ? 'Let the Hermes that made the file rebuild its search index.'
    : 'Rebuild the search index, and try again.';
  return new SessionDbError('db-fts-corrupt', message, { hint, cause });
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
