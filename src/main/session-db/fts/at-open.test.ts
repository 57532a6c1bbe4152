import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import {
  expectWholeIndex,
  indexedIds,
  integrityProblem,
  tamper,
  withTokenizer,
} from '../../../../test/support/fts-index.ts';
import { SessionDB } from '../index.ts';
import { ftsSteps } from './at-open.ts';
import { ftsCapability } from './capability.ts';
import type { FtsCapability } from './capability.ts';

const BASE = ['messages_fts_insert', 'messages_fts_delete', 'messages_fts_update'];
const TRIGRAM = ['messages_fts_trigram_insert', 'messages_fts_trigram_delete', 'messages_fts_trigram_update'];
const drop = (names: readonly string[]) => names.map(name => `DROP TRIGGER ${name}`);
/** The file was written by an older SQLite, whose trigrams of structured content newer ones call damage. */
const REBUILT_TRIGRAM = "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')";
const NO_FTS5: FtsCapability = { fts5: false, trigram: false, cjk: false };

function opened(path: string): Database.Database {
  const db = new Database(path);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

/** The steps of one look, done in one transaction; then there must be nothing left. */
function brought(db: Database.Database, capability?: FtsCapability): string[] {
  const steps = ftsSteps(db, capability);
  db.transaction(() => {
    for (const step of steps) step.run(db);
  }).immediate();
  expect(ftsSteps(db, capability)).toEqual([]);
  return steps.map(step => step.name);
}

const triggersOf = (db: Database.Database) =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'messages_fts%' ORDER BY name",
    )
    .pluck()
    .all();

function addMessage(db: Database.Database, values: { role?: string; content?: string; toolName?: string }): number {
  const session = db.prepare<[], string>('SELECT id FROM sessions LIMIT 1').pluck().get();
  const { role = 'user', content = 'zanzibar', toolName = null } = values;
  return Number(
    db
      .prepare('INSERT INTO messages (session_id, role, content, tool_name, timestamp) VALUES (?, ?, ?, ?, 1.0)')
      .run(session, role, content, toolName).lastInsertRowid,
  );
}

const found = (db: Database.Database, table: string, word: string) =>
  db.prepare<[string], number>(`SELECT rowid FROM ${table} WHERE ${table} MATCH ?`).pluck().all(word);

describe('what the search index needs at a writable open', () => {
  it.each(['v10', 'v11', 'v16', 'v20', 'v23'] as const)('%s: nothing', version => {
    expect(ftsSteps(opened(copyFixture(version)))).toEqual([]);
  });

  it('looks without changing a byte', () => {
    const path = tamper(copyFixture('v23'), ...drop(TRIGRAM));
    const db = opened(path);
    const before = db.serialize();
    expect(ftsSteps(db)).toHaveLength(1);
    expect(db.serialize().equals(before)).toBe(true);
  });

  const missed = {
    insert:
      "INSERT INTO messages (session_id, role, content, timestamp) SELECT id, 'user', 'quokka', 1.0 FROM sessions LIMIT 1",
    delete: 'DELETE FROM messages WHERE id = (SELECT MAX(id) FROM messages)',
    update: "UPDATE messages SET content = 'quokka' WHERE id = (SELECT MIN(id) FROM messages WHERE role = 'user')",
  };

  it.each([
    ['a table', ['DROP TABLE messages_fts', ...drop(BASE), missed.insert]],
    ['a table whose triggers outlived it', ['DROP TABLE messages_fts']],
    [
      'both tables',
      ['DROP TABLE messages_fts', 'DROP TABLE messages_fts_trigram', 'DROP VIEW messages_fts_trigram_src'],
    ],
    ['one trigger of the word index', [...drop(['messages_fts_delete']), missed.delete]],
    ['one trigger of the substring index', [...drop(['messages_fts_trigram_update']), missed.update]],
    ['every trigger', [...drop([...BASE, ...TRIGRAM]), missed.insert, missed.update, missed.delete]],
  ])('external, without %s: made and filled', (_what, statements) => {
    const db = opened(tamper(copyFixture('v23'), REBUILT_TRIGRAM, ...statements));
    expect(brought(db).join()).toContain('complete the search index');
    expect(triggersOf(db)).toEqual([...BASE, ...TRIGRAM].sort());
    expectWholeIndex(db);
    const id = addMessage(db, {});
    expect(found(db, 'messages_fts', 'zanzibar')).toEqual([id]);
    expect(found(db, 'messages_fts_trigram', 'anziba')).toEqual([id]);
  });

  it('counts the triggers of the two indexes apart', () => {
    const db = opened(tamper(copyFixture('v23'), ...drop(TRIGRAM)));
    expect(brought(db)).toEqual(['complete the search index messages_fts_trigram']);
  });

  it('rebuilds both where a backfill is under way, since they share its markers', () => {
    const db = opened(
      tamper(
        copyFixture('v23'),
        "INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '589'), ('fts_rebuild_progress', '0')",
        "INSERT INTO messages_fts(messages_fts) VALUES('delete-all')",
        "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('delete-all')",
        ...drop(TRIGRAM),
      ),
    );
    brought(db);
    expectWholeIndex(db);
    expect(db.prepare("SELECT key FROM state_meta WHERE key LIKE 'fts_rebuild%'").all()).toEqual([]);
  });

  it.each(['v11', 'v16', 'v20'] as const)(
    '%s: an inline index that missed messages is filled with their whole text',
    version => {
      const db = opened(tamper(copyFixture(version), ...drop(BASE), ...drop(TRIGRAM)));
      const id = addMessage(db, { role: 'tool', content: 'zanzibar', toolName: 'wombat_tool' });
      db.exec('DELETE FROM messages WHERE id = (SELECT MIN(id) FROM messages)');
      brought(db);
      expect(found(db, 'messages_fts', 'wombat_tool')).toEqual([id]);
      expect(found(db, 'messages_fts_trigram', 'ombat')).toEqual([id]);
      const stored = db.prepare<[], number>('SELECT id FROM messages ORDER BY id').pluck().all();
      expect(indexedIds(db, 'messages_fts')).toEqual(stored);
      expect(indexedIds(db, 'messages_fts_trigram')).toEqual(stored);
      db.prepare('DELETE FROM messages WHERE id = ?').run(id);
      expect(found(db, 'messages_fts', 'zanzibar')).toEqual([]);
      expect(integrityProblem(db, 'messages_fts')).toBeNull();
    },
  );

  it.each(['v01', 'v04', 'v07'] as const)(
    '%s: the word index keeps its content alone and no ghosts, substrings come from all columns',
    version => {
      const path = copyFixture(version);
      const db = opened(path);
      const before = triggersOf(db);
      db.exec('CREATE TABLE IF NOT EXISTS state_meta (key TEXT PRIMARY KEY, value TEXT)');
      expect(brought(db)).toEqual(['complete the search index messages_fts_trigram']);
      expect(triggersOf(db)).toEqual([...before, ...TRIGRAM].sort());
      expect(integrityProblem(db, 'messages_fts')).toBeNull();
      const id = addMessage(db, { role: 'tool', content: 'zanzibar', toolName: 'wombat_tool' });
      expect(found(db, 'messages_fts', 'wombat_tool')).toEqual([]);
      expect(found(db, 'messages_fts_trigram', 'wombat')).toEqual([id]);
      db.exec('DELETE FROM messages');
      expect(
        db.prepare("SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'the OR docker OR read_file'").all(),
      ).toEqual([]);
      expect(integrityProblem(db, 'messages_fts')).toBeNull();
    },
  );

  it('v10: a trigger that is missing comes back in the shape of its table', () => {
    const db = opened(tamper(copyFixture('v10'), ...drop([...BASE, ...TRIGRAM])));
    brought(db);
    addMessage(db, { toolName: 'wombat_tool' });
    expect(found(db, 'messages_fts_trigram', 'wombat')).toEqual([]);
    for (const table of ['messages_fts', 'messages_fts_trigram']) expect(integrityProblem(db, table)).toBeNull();
  });
});

describe('what a SQLite may lack', () => {
  it('is found by asking it', () => {
    const db = opened(':memory:');
    expect(ftsCapability(db)).toEqual({ fts5: true, trigram: true, cjk: false });
    expect(ftsCapability(db, { module: 'fts5', trigram: 'no_such', cjk: 'unicode61' })).toEqual({
      fts5: true,
      trigram: false,
      cjk: true,
    });
    expect(ftsCapability(db, { module: 'fts9', trigram: 'trigram', cjk: 'cjk_unicode61' })).toEqual(NO_FTS5);
    expect(db.prepare('SELECT name FROM sqlite_temp_master').all()).toEqual([]);
  });

  it('without full-text search messages are written past the index, and a later open catches up', () => {
    const db = opened(copyFixture('v23'));
    expect(brought(db, NO_FTS5)).toHaveLength(2);
    expect(triggersOf(db)).toEqual([]);
    const id = addMessage(db, {});
    brought(db);
    expect(found(db, 'messages_fts', 'zanzibar')).toEqual([id]);
    expectWholeIndex(db);
  });

  it('without the tokenizer of an index only that index stops, and no open rebuilds the other', () => {
    const db = new SessionDB(
      tamper(copyFixture('v23'), withTokenizer('messages_fts_trigram', 'trigram', 'no_such_tokenizer')),
    );
    onTestFinished(() => {
      db.close();
    });
    const id = db.appendMessage({
      sessionId: db.createSession({ sessionId: 'one', source: 'cli' }),
      role: 'user',
      content: 'zanzibar',
    });
    expect(db.searchMessages('zanzibar').map(hit => hit.id)).toEqual([id]);
    expect(triggersOf(db.store.db)).toEqual([...BASE].sort());
    expect(ftsSteps(db.store.db)).toEqual([]);
    db.close();
    const again = new SessionDB(db.store.path, { olderFile: 'refuse' });
    again.setSessionTitle('one', 'still writable');
    again.close();
  });

  it('without the trigram tokenizer no index of substrings is made', () => {
    const db = opened(tamper(copyFixture('v23'), 'DROP TABLE messages_fts_trigram'));
    const capability = { fts5: true, trigram: false, cjk: false };
    expect(brought(db, capability)).toEqual(['stop keeping the index messages_fts_trigram: its tokenizer is missing']);
    expect(triggersOf(db)).toEqual([...BASE].sort());
    addMessage(db, {});
    brought(db);
    expectWholeIndex(db);
  });
});
