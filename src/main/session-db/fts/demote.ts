import type { Database } from 'better-sqlite3';
import { dropTriggers, ensureShape } from './build.ts';
import type { FtsCapability } from './capability.ts';
import { WORD_KEYS } from './marker-keys.ts';
import { deleteMeta, seedMarkers } from './markers.ts';
import { EXTERNAL } from './shapes.ts';
import { isLegacy, readFtsState, TRASH_PREFIX } from './state.ts';
import { OPTIMIZE_AVAILABLE } from './storage-marks.ts';

const WORD_TABLES = ['messages_fts', 'messages_fts_trigram'] as const;

/**
 * Puts empty tables of the newest layout in place of older ones, in constant time: the old index is not dropped, its
 * shadow tables become ordinary ones that wait to be torn down. Runs inside the caller's transaction, so that a crash
 * leaves either layout whole; spec: migrations §6 (1). The connection has to be in unsafe mode.
 *
 * @returns false where the layout is not an older one.
 */
export function demote(db: Database, capability: FtsCapability): boolean {
  if (!isLegacy(readFtsState(db).layout.messages_fts)) return false;
  for (const table of WORD_TABLES) dropTriggers(db, table);
  db.exec('DROP VIEW IF EXISTS messages_fts_trigram_src');
  const shadows = shadowTables(db);
  forgetVirtualTables(db);
  renameToTrash(db, shadows);
  // Before the triggers: they ask these keys which rows are in the index.
  seedMarkers(db, WORD_KEYS);
  ensureShape(db, EXTERNAL.base);
  if (capability.trigram) ensureShape(db, EXTERNAL.trigram);
  deleteMeta(db, OPTIMIZE_AVAILABLE);
  return true;
}

function shadowTables(db: Database): string[] {
  const names = WORD_TABLES.flatMap(table =>
    ['data', 'idx', 'content', 'docsize', 'config'].map(part => `${table}_${part}`),
  );
  return db
    .prepare<[string], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    )
    .pluck()
    .all(JSON.stringify(names));
}

function forgetVirtualTables(db: Database): void {
  db.pragma('writable_schema = ON');
  try {
    db.exec(`DELETE FROM sqlite_master WHERE type = 'table' AND name IN ('messages_fts', 'messages_fts_trigram')`);
  } finally {
    db.pragma('writable_schema = RESET');
  }
}

/** The old way of renaming looks at nothing else, so a view of another program that is broken does not stop it. */
function renameToTrash(db: Database, tables: readonly string[]): void {
  db.pragma('legacy_alter_table = ON');
  try {
    const taken = new Set(readFtsState(db).trash);
    for (const table of tables) {
      let name = `${TRASH_PREFIX}${table}`;
      for (let count = 2; taken.has(name); count += 1) name = `${TRASH_PREFIX}${table}_${String(count)}`;
      db.exec(`ALTER TABLE ${table} RENAME TO ${name}`);
    }
  } finally {
    db.pragma('legacy_alter_table = OFF');
  }
}
