import type { Database } from 'better-sqlite3';
import { backUpFile } from './backup.ts';
import { has, readCatalog } from './catalog.ts';
import { SessionDbError } from './errors.ts';
import { listPruneCandidates } from './prune-candidates.ts';
import type { PruneFilter } from './prune-candidates.ts';
import { wellFormed } from './python-text.ts';
import { SCHEMA_VERSION } from './schema.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/**
 * Archives or unarchives a conversation: the session, the compressed rows above it, and everything that hangs below it
 * through compressed rows; spec: api §11.
 *
 * @returns false for an unknown id.
 */
export function setSessionArchived(store: Store, id: string, archived: boolean): boolean {
  return write(store, db => setFlag(db, 'archived', id, archived));
}

/**
 * Archives every ended session that a prune with this filter would take and that is not archived yet, each with its
 * conversation.
 *
 * @returns how many the filter took; spec: api §11.
 * @throws SessionDbError `invalid-input` for a filter that is not known.
 */
export function archiveSessions(store: Store, filter: Omit<PruneFilter, 'archived'> = {}): number {
  return write(store, db => {
    // Nothing is lost with an archived session, so its subagents need not be kept out of the way.
    const taken = listPruneCandidates(store, { delegates: 'orphan', ...filter, archived: false });
    return taken.filter(({ id }) => setFlag(db, 'archived', id, true)).length;
  });
}

/**
 * Pins or unpins a conversation, the same rows as {@link setSessionArchived}. A file of the current schema that lacks
 * the column gets it with the first pin, after a verified backup; see {@link backUpBeforeFirstPin}.
 *
 * @returns false for an unknown id.
 * @throws SessionDbError `db-read-only` for a newer file without the column; what the backup throws, before any change.
 */
export function setSessionPinned(store: Store, id: string, pinned: boolean): boolean {
  const adds = lacksPins(store);
  if (adds) assertMayHavePins(store);
  if (adds && (!pinned || !exists(store, id))) return exists(store, id);
  // Within a transaction of the caller the write lock is held: whoever opened it has made the backup before.
  if (!store.db.inTransaction) backUpBeforeFirstPin(store);
  const changed = write(store, db => {
    if (adds && !isLive(db)) db.exec('ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0');
    return setFlag(db, 'pinned', id, pinned);
  });
  if (adds) store.catalog = readCatalog(store.db);
  return changed;
}

/**
 * Backs the file up where the next pin would add the column that holds pins; does nothing in any other file. To be
 * called before a transaction in which {@link setSessionPinned} is used.
 *
 * @throws SessionDbError `db-read-only` for a newer file without the column, of which no backup is made; where the
 * backup fails, too. Nothing is changed then.
 */
export function backUpBeforeFirstPin(store: Store): void {
  const { path, catalog, now, backupFolder } = store;
  if (!lacksPins(store)) return;
  assertMayHavePins(store);
  const folders = backupFolder === undefined ? [] : [backupFolder];
  backUpFile({ path, version: catalog.schemaVersion, folders, now });
}

function lacksPins({ catalog }: Store): boolean {
  return !has(catalog, 'sessions', 'pinned');
}

/** A newer file never gets a column from us; spec: migrations §9. */
function assertMayHavePins({ path, catalog }: Store): void {
  if ((catalog.schemaVersion ?? 0) > SCHEMA_VERSION) {
    throw new SessionDbError('db-read-only', `${path} is of a newer schema that has no pins.`);
  }
}

function exists({ db }: Store, id: string): boolean {
  return db.prepare('SELECT 1 FROM sessions WHERE id = ?').get(wellFormed(id)) !== undefined;
}

/** Another program may have added the column since the catalogue was read. */
function isLive(db: Database): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_info('sessions') WHERE name = 'pinned'").get() !== undefined;
}

function setFlag(db: Database, column: 'archived' | 'pinned', id: string, on: boolean): boolean {
  const result = db
    .prepare(
      `WITH RECURSIVE up(id) AS (
         SELECT id FROM sessions WHERE id = :id
         UNION
         SELECT p.id FROM up JOIN sessions c ON c.id = up.id JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression'
       ), down(id) AS (
         SELECT id FROM sessions WHERE id = :id
         UNION
         SELECT c.id FROM down JOIN sessions p ON p.id = down.id JOIN sessions c ON c.parent_session_id = p.id
         WHERE p.end_reason = 'compression'
       )
       UPDATE sessions SET ${column} = :flag WHERE id IN (SELECT id FROM up UNION SELECT id FROM down)`,
    )
    .run({ id: wellFormed(id), flag: on ? 1 : 0 });
  return result.changes > 0;
}
