import type { Database } from 'better-sqlite3';
import { clearMarkers, hasStateMeta } from '../fts/markers.ts';
import { CJK_KEYS, WORD_KEYS } from '../fts/marker-keys.ts';
import { CONTENT_ONLY, EXTERNAL } from '../fts/shapes.ts';
import type { FtsShape, FtsTable } from '../fts/shapes.ts';
import type { HealthFinding } from './findings.ts';
import { worksInSavepoint } from './savepoint.ts';

/** One way to repair; spec: concurrency §6.2. None of them edits a row of `sessions` or `messages`. */
export interface Rung {
  readonly name: string;
  /** False where it could not help with any of the findings. */
  readonly suits: (findings: readonly HealthFinding[]) => boolean;
  /** Runs inside a transaction of a connection in unsafe mode. */
  readonly climb: (db: Database) => void;
  /** Runs after the commit. */
  readonly cleanUp?: (db: Database) => void;
}

const FTS_TABLES: readonly FtsTable[] = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk'];

const anyOf =
  (...kinds: readonly HealthFinding['kind'][]) =>
  (findings: readonly HealthFinding[]) =>
    findings.some(finding => kinds.includes(finding.kind));

/** The rungs from the gentlest on. */
export const RUNGS: readonly Rung[] = [
  { name: 'rebuild_fts', suits: anyOf('search-index'), climb: rebuildIndexes },
  { name: 'reindex_btree', suits: anyOf('index', 'data'), climb: db => db.exec('REINDEX') },
  { name: 'dedup_schema', suits: anyOf('schema'), climb: removeDoubledObjects },
  {
    name: 'drop_fts_rebuild',
    suits: anyOf('search-index', 'schema'),
    climb: replaceIndexes,
    cleanUp: db => db.exec('VACUUM'),
  },
];

/** An index that cannot be rebuilt stays as it is; the check that follows says so. */
function rebuildIndexes(db: Database): void {
  for (const table of FTS_TABLES) {
    if (!isThere(db, table)) continue;
    const keys = table === 'messages_fts_cjk' ? CJK_KEYS : WORD_KEYS;
    worksInSavepoint(db, () => {
      db.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`);
      if (hasStateMeta(db)) clearMarkers(db, keys);
    });
  }
}

/** The classic case: two rows of `sqlite_master` for one object, so that nothing of the file can be read. */
function removeDoubledObjects(db: Database): void {
  editSchema(
    db,
    'DELETE FROM sqlite_master WHERE rowid NOT IN (SELECT min(rowid) FROM sqlite_master GROUP BY type, name)',
  );
}

/**
 * Takes every full-text object out of the schema, whatever state it is in, and makes the indexes anew from the messages.
 * The pages of the old ones belong to nothing until the file is vacuumed. An inline index comes back in the external
 * layout; files that lack `state_meta`, which that layout asks, get the one of their time.
 */
function replaceIndexes(db: Database): void {
  db.pragma('writable_schema = ON');
  const former = new Set(FTS_TABLES.filter(table => isThere(db, table)));
  editSchema(db, "DELETE FROM sqlite_master WHERE name GLOB 'messages_fts*'");
  createIndexes(db, former);
}

/**
 * Makes full-text indexes and fills them from the messages, inside the caller's transaction.
 *
 * @param tables - those to make besides the word index. The one for CJK is made by an open that has its tokenizer.
 */
export function createIndexes(db: Database, tables: ReadonlySet<FtsTable>): void {
  const shapes: { base: FtsShape; trigram: FtsShape } = hasStateMeta(db) ? EXTERNAL : CONTENT_ONLY;
  const wanted = tables.has('messages_fts_trigram') ? [shapes.base, shapes.trigram] : [shapes.base];
  if (hasStateMeta(db)) clearMarkers(db, WORD_KEYS);
  for (const { table, view, create, triggers } of wanted) {
    if (view !== null) db.exec(view.create);
    db.exec(create);
    db.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`);
    for (const trigger of Object.values(triggers)) db.exec(trigger);
  }
}

function isThere(db: Database, table: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;
}

/** After an edit everything that was known of the schema is read anew, inside the same transaction. */
function editSchema(db: Database, sql: string): void {
  db.pragma('writable_schema = ON');
  db.exec(sql);
  db.pragma('writable_schema = RESET');
}
