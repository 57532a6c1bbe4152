import Database from 'better-sqlite3';

let known: boolean | undefined;

/**
 * True where the linked SQLite is one of the newer ones, for which recordings have answers of their own: its trigram
 * tokenizer goes on behind a NUL character; test/fixtures/README.md, "Two SQLites".
 */
export function isNewerSqlite(): boolean {
  known ??= findsBehindNul();
  return known;
}

function findsBehindNul(): boolean {
  const db = new Database(':memory:');
  try {
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'trigram')");
    db.prepare('INSERT INTO t (x) VALUES (?)').run('before\u0000behind');
    return db.prepare('SELECT 1 FROM t WHERE t MATCH \'"behind"\'').get() !== undefined;
  } finally {
    db.close();
  }
}

/** A recorded entry as the linked SQLite answers it. */
export function forThisSqlite<T extends { readonly newer?: Partial<T> }>(entry: T): T {
  return isNewerSqlite() && entry.newer !== undefined ? { ...entry, ...entry.newer } : entry;
}
