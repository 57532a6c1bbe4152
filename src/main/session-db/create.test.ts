import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFixtureJson, temporaryFolder } from '../../../test/support/fixtures.ts';
import { SCHEMA_VERSION, SessionDB } from './index.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly default: string | null;
  readonly pk: number;
}

interface RecordedShape {
  readonly objects: readonly { readonly type: string; readonly name: string }[];
  readonly columns: Readonly<Record<string, readonly Column[]>>;
  readonly indexes: Readonly<Record<string, readonly { readonly name: string }[]>>;
  readonly foreign_keys: Readonly<Record<string, unknown>>;
}

/** Tables that come into being only when a user opts into Telegram topics. */
const isOptIn = (name: string) => name.includes('telegram_dm_topic');

function recordedShape(): RecordedShape {
  return (readFixtureJson('v23', 'golden.json') as { shape: RecordedShape }).shape;
}

function fresh(): SessionDB {
  const db = new SessionDB(join(temporaryFolder(), 'home', 'state.db'));
  onTestFinished(() => {
    db.close();
  });
  return db;
}

describe('a fresh database', () => {
  it('has the tables and columns that Hermes makes, and the pin', () => {
    const { db } = fresh().store;
    for (const [table, columns] of Object.entries(recordedShape().columns)) {
      if (isOptIn(table)) continue;
      const live = db.prepare(
        `SELECT cid, name, type, "notnull", dflt_value AS "default", pk FROM pragma_table_info('${table}')`,
      );
      const pin = { cid: columns.length, name: 'pinned', type: 'INTEGER', notnull: 1, default: '0', pk: 0 };
      expect(live.all(), table).toEqual(table === 'sessions' ? [...columns, pin] : columns);
    }
  });

  it('has the same indexes, and the one on sessions and ids', () => {
    const { db } = fresh().store;
    const indexes = Object.entries(recordedShape().indexes)
      .filter(([table]) => !isOptIn(table))
      .flatMap(([, list]) => list);
    const live = db
      .prepare(
        `SELECT i.name, i."unique", i.origin, i.partial FROM sqlite_master t, pragma_index_list(t.name) i
         WHERE t.type = 'table' AND t.name NOT LIKE 'messages\\_fts%' ESCAPE '\\'`,
      )
      .all() as { name: string }[];
    const byName = (list: readonly { readonly name: string }[]) => [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
    const added = { name: 'idx_messages_session_id', unique: 0, origin: 'c', partial: 0 };
    expect(byName(live)).toEqual(byName([...indexes, added]));
  });

  it('has the same objects of every other kind', () => {
    const { db } = fresh().store;
    const kept = (object: { readonly type: string; readonly name: string }) =>
      object.type !== 'index' && !isOptIn(object.name);
    const names = recordedShape()
      .objects.filter(kept)
      .map(object => `${object.type} ${object.name}`)
      .sort();
    const live = db.prepare<[], { type: string; name: string }>('SELECT type, name FROM sqlite_master').all();
    expect(
      live
        .filter(kept)
        .map(object => `${object.type} ${object.name}`)
        .sort(),
    ).toEqual(names);
  });

  it('is of schema 23, in the layout that only the word tool_name tells, and sound', () => {
    const { db, catalog } = fresh().store;
    expect(db.prepare('SELECT version FROM schema_version').pluck().all()).toEqual([SCHEMA_VERSION]);
    expect(catalog.ftsLayout).toBe('external');
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('mmap_size', { simple: true })).toBe(0);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('keeps its indexes through inserts, updates and deletes, and leaves rows of a pending backfill alone', () => {
    const { db } = fresh().store;
    db.exec("INSERT INTO sessions (id, source, started_at) VALUES ('s', 'cli', 1)");
    const insert = db.prepare('INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, 1)');
    insert.run('s', 'user', 'first heron');
    insert.run('s', 'tool', 'second heron');
    const found = (table: string) =>
      db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"heron"' ORDER BY rowid`).pluck().all();
    expect(found('messages_fts')).toEqual([1, 2]);
    expect(found('messages_fts_trigram')).toEqual([1]);
    db.exec("UPDATE messages SET role = 'user' WHERE id = 2");
    expect(found('messages_fts_trigram')).toEqual([1, 2]);
    db.exec("UPDATE messages SET content = 'stork' WHERE id = 1");
    expect(found('messages_fts')).toEqual([2]);
    db.exec("INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '10'), ('fts_rebuild_progress', '2')");
    insert.run('s', 'user', 'third heron');
    expect(found('messages_fts')).toEqual([2]);
    db.exec('DELETE FROM messages WHERE id = 3');
    db.exec("DELETE FROM state_meta WHERE key LIKE 'fts_rebuild%'");
    db.exec('DELETE FROM messages WHERE id = 2');
    for (const table of ['messages_fts', 'messages_fts_trigram']) {
      db.exec(`INSERT INTO ${table}(${table}, rank) VALUES ('integrity-check', 1)`);
    }
  });

  it('is WAL only where the linked SQLite does not corrupt WAL files', () => {
    const { db } = fresh().store;
    const version = String(new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get());
    const [, minor = 0, patch = 0] = version.split('.').map(Number);
    const safe = minor > 51 || (minor === 51 && patch >= 3);
    expect(db.pragma('journal_mode', { simple: true })).toBe(safe ? 'wal' : 'delete');
  });

  it('fills an empty file that is there', () => {
    const path = join(temporaryFolder(), 'state.db');
    writeFileSync(path, '');
    const db = new SessionDB(path);
    expect(db.createSession({ sessionId: 's', source: 'cli' })).toBe('s');
    db.close();
    expect(readdirSync(dirname(path))).toEqual(['state.db']);
  });

  it('fills what an interrupted start left: a database without any table', () => {
    const path = join(temporaryFolder(), 'state.db');
    new Database(path).exec('CREATE TABLE t (x); DROP TABLE t').close();
    const db = new SessionDB(path);
    expect(db.store.catalog.schemaVersion).toBe(SCHEMA_VERSION);
    db.close();
  });

  it.each(['user_version', 'application_id'])('leaves one that another program claims by its %s', pragma => {
    const path = join(temporaryFolder(), 'state.db');
    const raw = new Database(path);
    raw.pragma(`${pragma} = 7`);
    raw.close();
    const before = readFileSync(path);
    expect(() => new SessionDB(path)).toThrow('without any table');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('leaves a journal whose file is gone', () => {
    const path = join(temporaryFolder(), 'state.db');
    writeFileSync(`${path}-journal`, 'x');
    expect(() => new SessionDB(path)).toThrow('is still beside it');
    expect(readdirSync(dirname(path))).toEqual(['state.db-journal']);
  });

  it.each(['no file', 'an empty file'])(
    'is made once by six processes that begin with %s',
    async found => {
      const path = join(temporaryFolder(), 'state.db');
      if (found === 'an empty file') writeFileSync(path, '');
      const index = fileURLToPath(new URL('index.ts', import.meta.url));
      const script = `const { SessionDB } = await import(process.argv[1]); process.stdout.write('ready');
      process.stdin.once('data', () => {
        const db = new SessionDB(process.argv[2]);
        db.createSession({ sessionId: String(process.pid), source: 'cli' }); db.close(); process.exit();
      })`;
      const children = [1, 2, 3, 4, 5, 6].map(() =>
        spawn(process.execPath, ['--input-type=module', '-e', script, index, path], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      );
      const codes = Promise.all(children.map(async child => ((await once(child, 'exit')) as [number])[0]));
      await Promise.all(children.map(child => once(child.stdout, 'data')));
      for (const child of children) child.stdin.write('go');
      expect(await codes).toEqual([0, 0, 0, 0, 0, 0]);
      const db = new SessionDB(path);
      expect(db.sessionCount()).toBe(6);
      db.close();
      expect(readdirSync(dirname(path))).toEqual(['state.db']);
    },
    60_000,
  );

  it('is stamped by the second open, as Hermes does, and never written by opening after that', () => {
    const first = fresh();
    const stamp = (db: SessionDB) => db.getMeta('fts_storage_version');
    expect(stamp(first)).toBeNull();
    first.close();
    const second = new SessionDB(first.store.path);
    expect(stamp(second)).toBe('1');
    second.close();
    const bytes = readFileSync(first.store.path);
    new SessionDB(first.store.path).close();
    expect(readFileSync(first.store.path).equals(bytes)).toBe(true);
  });

  it('is found by a second open, which adds nothing', () => {
    const first = fresh();
    first.createSession({ sessionId: 's', source: 'cli' });
    first.close();
    const second = new SessionDB(first.store.path);
    expect(second.getSession('s')).toMatchObject({ id: 's', pinned: 0 });
    second.close();
    expect(readdirSync(dirname(first.store.path))).toEqual(['state.db']);
  });
});
