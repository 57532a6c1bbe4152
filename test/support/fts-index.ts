import Database from 'better-sqlite3';
import { expect } from 'vitest';

/** The two indexes of words and of substrings, by the rows that the newest layout holds. */
const ROWS = { messages_fts: '1', messages_fts_trigram: "role <> 'tool'", messages_fts_cjk: "role <> 'tool'" } as const;
type IndexTable = keyof typeof ROWS;

/** What FTS5 itself finds wrong with an index when it compares it with its content; null where nothing. */
export function integrityProblem(db: Database.Database, table: string): string | null {
  try {
    db.exec(`INSERT INTO ${table}(${table}, rank) VALUES('integrity-check', 1)`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Ids of the rows that an index holds. */
export function indexedIds(db: Database.Database, table: string): number[] {
  return db.prepare<[], number>(`SELECT id FROM ${table}_docsize ORDER BY id`).pluck().all();
}

/** Expects that the indexes of the newest layout hold every message once, with its text, and that the file is whole. */
export function expectWholeIndex(
  db: Database.Database,
  tables: readonly IndexTable[] = ['messages_fts', 'messages_fts_trigram'],
): void {
  for (const table of tables) {
    const stored = db.prepare<[], number>(`SELECT id FROM messages WHERE ${ROWS[table]} ORDER BY id`).pluck().all();
    expect(indexedIds(db, table)).toEqual(stored);
    expect(integrityProblem(db, table), table).toBeNull();
  }
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
}

/** Changes a file by SQL that no method would run. Shadow tables and the stored schema may be changed, too. */
export function tamper(path: string, ...statements: readonly string[]): string {
  const db = new Database(path);
  db.pragma('foreign_keys = OFF');
  db.unsafeMode(true);
  for (const sql of statements) db.exec(sql);
  db.close();
  return path;
}

/** SQL that makes a full-text table name a tokenizer that no SQLite has. */
export function withTokenizer(table: string, from: string, to: string): string {
  return `PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, 'tokenize=''${from}''', 'tokenize=''${to}''') WHERE name = '${table}';
    PRAGMA writable_schema = RESET;`;
}
