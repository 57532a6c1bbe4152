import type { Database } from 'better-sqlite3';

/** Messages that are indexed in one transaction; spec: migrations §6 (3). */
const CHUNK = 500;

/** Rows in which FTS5 keeps a substring index, by the name of the table. */
export type BlockCounts = Readonly<Record<'messages_fts_trigram_data' | 'messages_fts_trigram_idx', number>>;

/**
 * In how many rows the linked SQLite keeps the substring index of the file, by an index that is filled the same way
 * beside it. Versions of SQLite differ in it, since they find different substrings behind a NUL character.
 */
export function referenceBlocks(db: Database): BlockCounts {
  db.exec(`CREATE VIRTUAL TABLE temp.substrings
           USING fts5(content, tool_name, tool_calls, content = '', tokenize = 'trigram')`);
  try {
    const fill = db.prepare<[number, number]>(
      `INSERT INTO temp.substrings (rowid, content, tool_name, tool_calls)
       SELECT id, content, tool_name, tool_calls FROM messages WHERE id > ? AND id <= ? AND role <> 'tool' ORDER BY id`,
    );
    const last = db.prepare<[], number | null>('SELECT MAX(id) FROM messages').pluck().get() ?? 0;
    for (let from = 0; from < last; from += CHUNK) fill.run(from, Math.min(from + CHUNK, last));
    const count = (part: string) =>
      db.prepare<[], number>(`SELECT COUNT(*) FROM temp.substrings_${part}`).pluck().get() ?? 0;
    return { messages_fts_trigram_data: count('data'), messages_fts_trigram_idx: count('idx') };
  } finally {
    db.exec('DROP TABLE temp.substrings');
  }
}
