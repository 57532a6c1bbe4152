import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { ensureShape, refill } from '../src/main/session-db/fts/build.ts';
import { INLINE } from '../src/main/session-db/fts/shapes.ts';
import type { BenchContext } from './measurement.ts';

const SCHEMA = join(import.meta.dirname, '../test/fixtures/seeds/schema-11.sql');
const TABLES = ['sessions', 'messages'] as const;

/**
 * The sessions and messages of the measured file as version 11 had them: its tables, and both search indexes with copies
 * of all texts. Of the bench's own database it is made once and kept beside it; of another one it is made each time.
 *
 * @returns the path; to be copied, not changed.
 */
export function olderDatabase({ database, makeFolder, say }: BenchContext): string {
  const folder = database.facts['made'] === true ? dirname(database.path) : makeFolder();
  const recipe = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(SCHEMA));
  const path = join(folder, `v11-${recipe.digest('hex').slice(0, 12)}.db`);
  if (existsSync(path)) return path;
  say('  Making the same as version 11 had it ...');
  const unfinished = `${path}.unfinished`;
  for (const suffix of ['', '-journal']) rmSync(unfinished + suffix, { force: true });
  const db = new BetterSqlite3(unfinished);
  try {
    fill(db, database.path);
  } finally {
    db.close();
  }
  renameSync(unfinished, path);
  return path;
}

function fill(db: Database, source: string): void {
  // Nothing of value can be lost: an interrupted file is thrown away.
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  db.exec('CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (11)');
  db.exec('CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT)');
  // The indexes of the seed are those of 10, without copies.
  db.exec(readFileSync(SCHEMA, 'utf8').split('CREATE VIRTUAL TABLE')[0] ?? '');
  db.prepare('ATTACH ? AS source').run(source);
  for (const table of TABLES) {
    const known = new Set(columnsOf(db, 'source', table));
    const columns = columnsOf(db, 'main', table).filter(name => known.has(name));
    db.exec(`INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM source.${table}`);
  }
  db.exec('DETACH source');
  // Subagents are marked by the upgrade: version 11 did not know the mark.
  db.exec("UPDATE sessions SET model_config = NULL WHERE instr(model_config, '_delegate_from') > 0");
  for (const shape of [INLINE.base, INLINE.trigram]) {
    ensureShape(db, shape);
    db.transaction(() => {
      refill(db, shape);
    })();
  }
}

function columnsOf(db: Database, schema: string, table: string): string[] {
  return db.prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)').pluck().all(table, schema);
}
