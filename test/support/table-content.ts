import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

/** What a file holds, in a form that can be compared. */
export interface TableContent {
  /** SHA-256 over every value of every row, by table. `sessions` in the order of its row numbers, and with them. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Ids that are in each search index. */
  readonly indexed: Readonly<Record<string, readonly number[]>>;
}

/** Which part of a file is compared. */
export interface ContentChoice {
  /** Columns by table; all that are there unless given. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** Rows of these sessions are left out. */
  readonly without?: readonly string[];
}

/** Columns of every ordinary table. */
export function columnsOf(db: Database.Database): Record<string, string[]> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables
      .sort()
      .map(table => [table, db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)]),
  );
}

/** Reads everything that deletions and restores may touch. */
export function contentOf(
  db: Database.Database,
  { columns = columnsOf(db), without = [] }: ContentChoice = {},
): TableContent {
  const hashes = Object.fromEntries(
    Object.entries(columns).map(([table, names]) => [table, hashOf(db, table, names, without)]),
  );
  return { hashes, indexed: indexedIds(db) };
}

function hashOf(db: Database.Database, table: string, names: readonly string[], without: readonly string[]): string {
  const exact = names.map(
    name => `typeof("${name}"), hex(CAST("${name}" AS BLOB)), CASE typeof("${name}") WHEN 'real' THEN "${name}" END`,
  );
  const owner = table === 'sessions' ? 'id' : names.includes('session_id') ? 'session_id' : null;
  const where =
    owner === null
      ? ''
      : `WHERE "${owner}" NOT IN (SELECT value FROM json_each('${JSON.stringify(without).replaceAll("'", "''")}'))`;
  const [number, order] = table === 'sessions' ? ['rowid, ', 'rowid'] : ['', names.map(name => `"${name}"`).join(', ')];
  const hash = createHash('sha256');
  const rows = db
    .prepare<[], unknown[]>(`SELECT ${number}${exact.join(', ')} FROM "${table}" ${where} ORDER BY ${order}`)
    .raw();
  for (const row of rows.iterate()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}

/** Every index has a row of sizes for each message that is in it. */
function indexedIds(db: Database.Database): Record<string, number[]> {
  const tables = db
    .prepare<[], string>(
      String.raw`SELECT name FROM sqlite_master WHERE name LIKE 'messages\_fts%\_docsize' ESCAPE '\'`,
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map(table => [table, db.prepare<[], number>(`SELECT id FROM "${table}" ORDER BY id`).pluck().all()]),
  );
}

/** Runs FTS5's own check of what is inside each index. @throws where one is damaged. */
export function checkIndexes(db: Database.Database): void {
  for (const table of ['messages_fts', 'messages_fts_trigram']) {
    const exists = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;
    if (exists) db.prepare(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`).run();
  }
}

/**
 * Makes the indexes anew with the linked SQLite. Files of older ones have structured content indexed in another way,
 * so that this one finds fault with them, and stops a deletion of nearly all messages.
 */
export function rebuildIndexes(db: Database.Database): void {
  for (const table of ['messages_fts', 'messages_fts_trigram']) {
    const exists = db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;
    if (exists) db.prepare(`INSERT INTO ${table} (${table}) VALUES ('rebuild')`).run();
  }
}
