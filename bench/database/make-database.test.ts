import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import BetterSqlite3 from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { makeDatabase } from './make-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'made-database-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function made(name: string, seed: number) {
  const path = join(folder, name);
  makeDatabase(path, { sessions: 300, messages: 3000, seed, end: 1_790_000_000 });
  return new BetterSqlite3(path);
}

describe('a made database', () => {
  it('has as many rows as asked for, and a search index that knows them as the triggers would', () => {
    const db = made('one.db', 1);
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect([count('sessions'), count('messages')]).toEqual([300, 3000]);
    for (const table of ['messages_fts', 'messages_fts_trigram']) {
      db.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('integrity-check', 1)`);
    }
    expect(count('messages_fts_docsize')).toBe(3000);
    // Outputs of tools are not in this one; spec: schema §8.
    expect(count('messages_fts_trigram_docsize')).toBe(count("messages WHERE role <> 'tool'"));
    expect(count("messages_fts WHERE messages_fts MATCH 'the'")).toBeGreaterThan(500);
    db.close();
  });

  it('keeps the triggers of the schema', () => {
    const triggers = (db: BetterSqlite3.Database) =>
      db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all();
    const empty = new SessionDB(join(folder, 'empty.db'));
    const db = made('two.db', 1);
    expect(triggers(db)).toEqual(triggers(empty.store.db));
    expect(triggers(db).length).toBeGreaterThan(0);
    db.close();
    empty.close();
  });

  it('is the same for the same seed and another for another, and leaves nothing half-made', () => {
    const rows = (name: string, seed: number) => {
      const db = made(name, seed);
      const found = db.prepare('SELECT session_id, role, content, timestamp FROM messages ORDER BY id').all();
      db.close();
      return found;
    };
    const first = rows('three.db', 7);
    expect(rows('four.db', 7)).toEqual(first);
    expect(rows('five.db', 8)).not.toEqual(first);
    expect(readdirSync(folder).filter(name => name.includes('unfinished'))).toEqual([]);
  });
});
