import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import { expectWholeIndex, indexedIds, integrityProblem, tamper } from '../../../../test/support/fts-index.ts';
import { SessionDB } from '../index.ts';
import type { OpenOptions } from '../index.ts';
import { write } from '../write.ts';

function opened(path: string, options: OpenOptions = {}): SessionDB {
  const db = new SessionDB(path, options);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

const segments = (db: SessionDB, table: string) =>
  db.store.db.prepare<[], number>(`SELECT COUNT(DISTINCT segid) FROM ${table}_idx`).pluck().get();

function append(db: SessionDB, content: string): number {
  return db.appendMessage({ sessionId: db.ensureSession('upkeep', { source: 'cli' }), role: 'user', content });
}

describe('the upkeep of the indexes', () => {
  it('optimizeFts merges each index into one segment and changes no answer', () => {
    const db = opened(copyFixture('v23'));
    for (let at = 0; at < 10; at += 1) append(db, `wombat number ${String(at)}`);
    const before = db.searchMessages('wombat OR docker', { limit: -1 });
    expect(segments(db, 'messages_fts')).toBeGreaterThan(1);
    expect(db.optimizeFts()).toBe(2);
    expect([segments(db, 'messages_fts'), segments(db, 'messages_fts_trigram')]).toEqual([1, 1]);
    expect(db.searchMessages('wombat OR docker', { limit: -1 })).toEqual(before);
  });

  it.each(['v01', 'v10', 'v11', 'v20', 'v23'] as const)(
    '%s: rebuildFts indexes every row, also those that are not in the index',
    version => {
      const db = opened(copyFixture(version));
      const raw = db.store.db;
      const word = 'messages_fts';
      if (db.store.catalog.ftsLayout === 'inline') raw.exec('DELETE FROM messages_fts WHERE rowid < 300');
      else raw.exec("INSERT INTO messages_fts(messages_fts) VALUES('delete-all')");
      expect(db.rebuildFts()).toBe(2);
      expect(indexedIds(raw, word)).toEqual(raw.prepare('SELECT id FROM messages ORDER BY id').pluck().all());
      expect(integrityProblem(raw, word)).toBeNull();
      expect(integrityProblem(raw, 'messages_fts_trigram')).toBeNull();
      expect(db.searchMessages('wombat')).toEqual([]);
      const id = append(db, 'wombat');
      expect(db.searchMessages('wombat').map(hit => hit.id)).toEqual([id]);
    },
  );

  it('rebuildFts ends a backfill that is under way', () => {
    const db = opened(copyFixture('v20'));
    const run = db.ftsStorageSteps();
    run.next();
    run.next();
    expect(db.ftsRebuildStatus()).not.toBeNull();
    db.rebuildFts();
    expect(db.ftsRebuildStatus()).toBeNull();
    expect(db.ftsRebuildStep()).toBe(false);
    expectWholeIndex(db.store.db);
  });

  it('vacuum gives the pages of deleted rows back', () => {
    const db = opened(copyFixture('v23', 'wal-closed'));
    db.rebuildFts();
    db.store.db.exec('DELETE FROM messages WHERE id > 100');
    const before = statSync(db.store.path).size;
    expect(db.vacuum()).toBe(2);
    db.checkpoint('truncate');
    expect(statSync(db.store.path).size).toBeLessThan(before * 0.7);
    expectWholeIndex(db.store.db);
  });

  it('checkpoint moves the log into the file', () => {
    const path = copyFixture('v23', 'wal-closed');
    const db = opened(path);
    append(db, 'wombat');
    const passive = db.checkpoint();
    expect(passive).toMatchObject({ busy: false });
    expect(passive?.movedPages).toBe(passive?.logPages);
    expect(db.checkpoint('truncate')).toEqual({ busy: false, logPages: 0, movedPages: 0 });
    expect(statSync(`${path}-wal`).size).toBe(0);
    expect(opened(copyFixture('v23')).checkpoint()).toMatchObject({ logPages: -1 });
  });

  it('vacuum says that another program uses the file', () => {
    const path = copyFixture('v23');
    const db = opened(path);
    const reader = new Database(path, { readonly: true });
    onTestFinished(() => {
      reader.close();
    });
    db.optimizeFts();
    const rows = reader.prepare('SELECT id FROM messages').iterate();
    rows.next();
    expect(() => db.vacuum()).toThrow(expect.objectContaining({ name: 'SessionDbError', code: 'db-locked' }));
    rows.return?.();
    expect(db.vacuum()).toBe(2);
  });

  it.each(['optimizeFts', 'rebuildFts', 'vacuum'] as const)(
    '%s is refused on a later version and for reading only',
    method => {
      const newer = opened(tamper(copyFixture('v23'), 'UPDATE schema_version SET version = 31'), {
        writeToNewer: true,
      });
      expect(() => newer[method]()).toThrow(expect.objectContaining({ code: 'db-newer' }));
      const reader = opened(copyFixture('v23'), { readOnly: true });
      expect(() => reader[method]()).toThrow(expect.objectContaining({ code: 'db-read-only' }));
    },
  );
});

describe('a damaged index', () => {
  const damages: [string, string][] = [
    [
      'a structure record that makes no sense',
      "UPDATE messages_fts_data SET block = x'00000000ffffffffff' WHERE id = 10",
    ],
    ['no structure record', 'DELETE FROM messages_fts_data WHERE id = 10'],
  ];

  it.each(damages)(
    'with %s: in a file that is too long to be healed by itself: the write says so, a rebuild heals it',
    (_what, sql) => {
      const path = copyFixture('v23');
      tamper(path, "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')", sql);
      const db = opened(path, { healIndexUpTo: statSync(path).size - 1 });
      const before = db.store.db.prepare('SELECT COUNT(*) FROM messages').pluck().get();
      expect(refusal(() => append(db, 'wombat'))).toMatchObject({
        code: 'db-fts-corrupt',
        hint: 'Rebuild the search index, and try again.',
      });
      expect(db.store.db.prepare('SELECT COUNT(*) FROM messages').pluck().get()).toBe(before);
      expect(db.store.db.inTransaction).toBe(false);
      expect(integrityProblem(db.store.db, 'messages_fts')).not.toBeNull();
      expect(db.rebuildFts()).toBe(2);
      expectWholeIndex(db.store.db);
      const id = append(db, 'wombat');
      expect(db.searchMessages('wombat').map(hit => hit.id)).toContain(id);
    },
  );

  it('with totals that are smaller than a row: removing the row says so', () => {
    const path = tamper(
      copyFixture('v23'),
      "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')",
      'UPDATE messages_fts_data SET block = zeroblob(4) WHERE id = 1',
    );
    const db = opened(path, { healIndexUpTo: 0 });
    const removeAll = () => write(db.store, live => live.prepare('DELETE FROM messages').run().changes);
    const stored = db.store.db.prepare('SELECT COUNT(*) FROM messages').pluck().get();
    expect(removeAll).toThrow(expect.objectContaining({ code: 'db-fts-corrupt' }));
    expect(db.store.db.prepare('SELECT COUNT(*) FROM messages').pluck().get()).toBe(stored);
    db.rebuildFts();
    expect(removeAll()).toBe(stored);
    expectWholeIndex(db.store.db);
  });

  it('is rebuilt by the write itself, once', () => {
    const damage = 'DELETE FROM messages_fts_data WHERE id = 10';
    const path = tamper(
      copyFixture('v23'),
      "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')",
      damage,
    );
    const db = opened(path);
    const id = append(db, 'wombat');
    expect(db.searchMessages('wombat').map(hit => hit.id)).toEqual([id]);
    expectWholeIndex(db.store.db);
    tamper(path, damage);
    expect(() => append(db, 'wombat')).toThrow(expect.objectContaining({ code: 'db-fts-corrupt' }));
  });

  it('of a newer file is left to the Hermes that made it', () => {
    const path = tamper(
      copyFixture('v23'),
      'DELETE FROM messages_fts_data WHERE id = 10',
      'UPDATE schema_version SET version = 26',
    );
    expect(refusal(() => append(opened(path, { writeToNewer: true }), 'wombat'))).toMatchObject({
      code: 'db-fts-corrupt',
      hint: 'Let the Hermes that made the file rebuild its search index.',
    });
  });

  it.each(['v11', 'v16', 'v20', 'v23'] as const)(
    '%s: the substring index of an older SQLite keeps nobody from removing every message',
    version => {
      const path = copyFixture(version);
      const db = opened(path);
      const ids = db.store.db.prepare<[], string>('SELECT id FROM sessions').pluck().all();
      expect(db.deleteSessions(ids, { whileCompressing: 'proceed' })).toBe(ids.length);
      expect(db.messageCount()).toBe(0);
      expectWholeIndex(db.store.db);
      const id = append(db, 'wombat');
      expect(db.searchMessages('omba').map(hit => hit.id)).toEqual([id]);
    },
  );

  it('with a row that is in it twice: the bare "constraint failed" is known for what it is', () => {
    const path = copyFixture('v20');
    const next = new Database(path);
    const id = Number(next.prepare("SELECT seq + 1 FROM sqlite_sequence WHERE name = 'messages'").pluck().get());
    next.close();
    const ghost = `INSERT INTO messages_fts(rowid, content) VALUES (${String(id)}, 'ghost')`;
    const db = opened(tamper(path, ghost), { healIndexUpTo: 0 });
    const refused = refusal(() => append(db, 'wombat'));
    expect(refused).toMatchObject({ code: 'db-fts-corrupt' });
    expect(refused).toHaveProperty('cause.message', 'constraint failed');
    db.rebuildFts();
    expect(append(db, 'wombat')).toBe(id);
    expect(db.searchMessages('wombat').map(hit => hit.id)).toEqual([id]);
    expect(db.searchMessages('ghost')).toEqual([]);
  });
});

function refusal(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
}
