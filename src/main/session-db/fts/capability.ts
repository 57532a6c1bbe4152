import type { Database } from 'better-sqlite3';
import { sqliteFailure } from '../sqlite-errors.ts';

/** Which parts of full-text search this connection's SQLite has. */
export interface FtsCapability {
  /** Without it no index can be read or written, and the version of an older file must not be raised. */
  readonly fts5: boolean;
  readonly trigram: boolean;
  /** True where the loadable tokenizer `cjk_unicode61` is loaded. */
  readonly cjk: boolean;
}

/** What is looked for, by the names that SQLite knows it by. */
export interface FtsParts {
  readonly module: string;
  readonly trigram: string;
  readonly cjk: string;
}

const PARTS: FtsParts = { module: 'fts5', trigram: 'trigram', cjk: 'cjk_unicode61' };

/**
 * Looks at what is there. Temporary tables only: the file is not touched.
 *
 * @param parts - names to look for; those of FTS5 unless given.
 * spec: migrations §2 (7), §8
 */
export function ftsCapability(db: Database, parts: FtsParts = PARTS): FtsCapability {
  const fts5 = db.prepare('SELECT 1 FROM pragma_module_list WHERE name = ?').get(parts.module) !== undefined;
  return {
    fts5,
    trigram: fts5 && hasTokenizer(db, parts, parts.trigram),
    cjk: fts5 && hasTokenizer(db, parts, parts.cjk),
  };
}

/** Newer FTS5 asks for the tokenizer at the first query only, so a table is made and asked. */
function hasTokenizer(db: Database, { module }: FtsParts, tokenizer: string): boolean {
  try {
    db.exec(`CREATE VIRTUAL TABLE temp.fts_tokenizer_probe USING ${module}(x, tokenize='${tokenizer}')`);
    db.prepare(`SELECT rowid FROM fts_tokenizer_probe WHERE fts_tokenizer_probe MATCH '"probe"'`).all();
    return true;
  } catch (error) {
    if (isMissingPart(error)) return false;
    throw error;
  } finally {
    db.exec('DROP TABLE IF EXISTS temp.fts_tokenizer_probe');
  }
}

/** True for what SQLite says when a module or tokenizer is not there; spec: migrations §8. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && saysMissingPart(error.message);
}

/** The same for the text alone. */
function saysMissingPart(text: string): boolean {
  return /no such (?:tokenizer|module)/i.test(text);
}

/**
 * True where the module and the tokenizer of a full-text table are there. A damaged table counts as served: what is
 * wrong with it is not a missing part.
 */
export function isServed(db: Database, table: string): boolean {
  try {
    db.prepare(`SELECT rowid FROM "${table}" WHERE "${table}" MATCH '"probe"' LIMIT 1`).all();
    return true;
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return !isMissingPart(error);
  }
}
