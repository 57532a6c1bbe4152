import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Runs statements that SQLite forbids to ordinary connections. */
function edit(path: string, change: (db: Database.Database) => void): void {
  const db = new Database(path);
  try {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    change(db);
  } finally {
    db.close();
  }
}

/** Pages of a table or an index, in the order of their content. */
function pagesOf(path: string, name: string, kind: 'leaf' | 'internal' | 'overflow'): readonly number[] {
  const db = new Database(path, { readonly: true });
  try {
    return db
      .prepare<[string, string], number>('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path')
      .pluck()
      .all(name, kind);
  } finally {
    db.close();
  }
}

/** Overwrites pages of a file that nobody has open. */
function overwrite(path: string, pages: readonly number[], make: (page: Buffer, at: number) => Uint8Array): void {
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  const old = pages.map(page => Buffer.from(bytes.subarray((page - 1) * size, page * size)));
  pages.forEach((page, at) => bytes.set(make(old[at] ?? Buffer.alloc(size), at), (page - 1) * size));
  writeFileSync(path, bytes);
}

function nth(pages: readonly number[], at: number): number {
  const page = pages.at(at);
  if (page === undefined) throw new Error('The table has too few pages to damage');
  return page;
}

/** Ways in which files are found broken. Each takes the path of a file that nobody has open. */
export const damage = {
  /** The lists of a search index hold zeros. */
  searchBlocks: (path: string, table = 'messages_fts') =>
    edit(path, db => db.exec(`UPDATE ${table}_data SET block = zeroblob(length(block)) WHERE id > 10`)),
  /** The record that says where the lists are makes no sense. */
  searchStructure: (path: string, table = 'messages_fts') =>
    edit(path, db => db.exec(`UPDATE ${table}_data SET block = x'ffffffffffffffffff' WHERE id = 10`)),
  /** The same record says that there are no lists. */
  searchEmptied: (path: string) =>
    edit(path, db => db.exec("UPDATE messages_fts_data SET block = x'00ff' WHERE id = 10")),
  /** A table of the index is gone, so that it cannot be rebuilt. */
  searchTableGone: (path: string) =>
    edit(path, db => db.exec("DELETE FROM sqlite_master WHERE name = 'messages_fts_data'")),
  /** Messages that were written past the triggers. */
  searchGaps: (path: string) => edit(path, db => db.exec('DELETE FROM messages_fts_docsize WHERE id % 2')),
  searchTrigger: (path: string) => edit(path, db => db.exec('DROP TRIGGER messages_fts_insert')),
  /** One object is described twice, so that nothing of the file can be read. */
  doubledObject: (path: string, name = 'messages_fts') =>
    edit(path, db =>
      db.exec(
        `INSERT INTO sqlite_master SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = '${name}'`,
      ),
    ),
  /** Two leaves of an index have changed places. */
  swappedIndexPages: (path: string, index: string) => {
    const leaves = pagesOf(path, index, 'leaf');
    const pages = [nth(leaves, 0), nth(leaves, -1)];
    const bytes = readFileSync(path);
    const size = bytes.readUInt16BE(16);
    overwrite(path, pages, (_page, at) => {
      const other = nth(pages, 1 - at);
      return bytes.subarray((other - 1) * size, other * size);
    });
  },
  /** A leaf of a table is nothing but zeros. */
  zeroedLeaf: (path: string, table: string, at = 1) =>
    overwrite(path, [nth(pagesOf(path, table, 'leaf'), at)], page => Buffer.alloc(page.length)),
  /** The page from which all others of a table are found is garbage. */
  garbageRoot: (path: string, table: string) =>
    overwrite(path, [nth(pagesOf(path, table, 'internal'), 0)], page => Buffer.alloc(page.length, 0xa5)),
  /** The list of free pages begins where there is no page. */
  freeList: (path: string) => {
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(0x7fffffff, 32);
    bytes.writeUInt32BE(3, 36);
    writeFileSync(path, bytes);
  },
  /** The last pages are missing. */
  truncated: (path: string, pages: number) => {
    const bytes = readFileSync(path);
    truncateSync(path, bytes.length - pages * bytes.readUInt16BE(16));
  },
  /** Nothing of the file is left but its length. */
  zeroed: (path: string) => {
    writeFileSync(path, Buffer.alloc(readFileSync(path).length));
  },
} as const;
