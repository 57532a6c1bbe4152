import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cjkTokenizerPath } from '../../../../test/support/cjk-tokenizer.ts';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import { expectWholeIndex, tamper } from '../../../../test/support/fts-index.ts';
import { SessionDB } from '../index.ts';
import type { OpenOptions } from '../index.ts';

const withTokenizer: OpenOptions = { cjkTokenizer: cjkTokenizerPath() };
const noRest = () => undefined;

function opened(path: string, options: OpenOptions = {}): SessionDB {
  const db = new SessionDB(path, options);
  onTestFinished(() => {
    db.close();
  });
  return db;
}

/** A file whose CJK index is complete and live. */
function indexed(): string {
  const path = copyFixture('v23');
  const db = new SessionDB(path, withTokenizer);
  db.optimizeFtsStorage({ rest: noRest });
  db.close();
  return path;
}

const cjkObjects = (db: SessionDB) =>
  db.store.db
    .prepare(
      "SELECT type || ' ' || name FROM sqlite_master WHERE name LIKE 'messages_fts_cjk%' AND type IN ('view', 'trigger') ORDER BY 1",
    )
    .pluck()
    .all();
const ALL_OBJECTS = [
  'trigger messages_fts_cjk_delete',
  'trigger messages_fts_cjk_insert',
  'trigger messages_fts_cjk_update',
  'view messages_fts_cjk_src',
];

function append(db: SessionDB, content: string): number {
  return db.appendMessage({ sessionId: db.ensureSession('cjk', { source: 'cli' }), role: 'user', content });
}

const ids = (db: SessionDB, query: string) => db.searchMessages(query, { limit: -1 }).map(hit => hit.id);

describe('the index for Chinese, Japanese and Korean', () => {
  it('is made where its tokenizer is loaded, and answers once it is filled', () => {
    const path = copyFixture('v23');
    const db = opened(path, withTokenizer);
    expect(cjkObjects(db)).toEqual(ALL_OBJECTS);
    expect(db.ftsCjkRebuildStatus()).toMatchObject({ pending: true, indexed: 0 });
    expect(db.ftsOptimizeAvailable()).toBe(true);
    const beforehand = ids(db, '部署');
    while (db.ftsCjkRebuildStep());
    expect(db.ftsCjkRebuildStatus()).toBeNull();
    expect(db.ftsOptimizeAvailable()).toBe(false);
    const id = append(db, '修改youer服务端的部署');
    expectWholeIndex(db.store.db, ['messages_fts_cjk']);
    const pairs = ids(db, '务端');
    expect(pairs).toContain(id);
    const scanned = db.store.db
      .prepare("SELECT id FROM messages WHERE content LIKE '%务端%' AND role <> 'tool'")
      .pluck()
      .all();
    expect(pairs.sort()).toEqual(scanned.sort());
    expect(ids(db, '部署').sort()).toEqual([...beforehand, id].sort());
    expect(db.searchMessages('务端').find(hit => hit.id === id)?.snippet).toContain('>>>务端<<<');
    // A lone character is no pair, and goes another way.
    expect(ids(db, '端')).toContain(id);
    // A Latin word that is glued to other characters is no word of the first index.
    expect(ids(db, 'youer')).toContain(id);
  });

  it('is never made without one, nor on a file of the older layout, nor by a reader', () => {
    expect(cjkObjects(opened(copyFixture('v23')))).toEqual([]);
    expect(cjkObjects(opened(copyFixture('v20'), withTokenizer))).toEqual([]);
    expect(cjkObjects(opened(copyFixture('v23'), { ...withTokenizer, readOnly: true }))).toEqual([]);
  });

  it('comes with the newest layout, filled', () => {
    const db = opened(copyFixture('v20'), withTokenizer);
    const phases = new Set<string>();
    db.optimizeFtsStorage({ rest: noRest, progress: ({ phase }) => phases.add(phase) });
    expect([...phases]).toEqual(['backfill', 'teardown', 'vacuum', 'done']);
    expectWholeIndex(db.store.db, ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']);
    expect(db.ftsOptimizeAvailable()).toBe(false);
  });

  it('of a file without messages is complete at once', () => {
    const path = tamper(
      copyFixture('v23'),
      "INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')",
      'DELETE FROM messages',
    );
    const db = opened(path, withTokenizer);
    expect(db.ftsCjkRebuildStatus()).toBeNull();
    const id = append(db, '大別山');
    expect(ids(db, '別山')).toEqual([id]);
    expectWholeIndex(db.store.db, ['messages_fts_cjk']);
  });

  it('answers a reader that has the tokenizer, and no reader that has not', () => {
    const path = indexed();
    expect(opened(path, { ...withTokenizer, readOnly: true }).store.catalog.fts.cjk.readable).toBe(true);
    const plain = opened(path, { readOnly: true });
    expect(plain.store.catalog.fts.cjk).toMatchObject({ exists: true, readable: false });
    expect(ids(plain, '部署')).toEqual(
      expect.arrayContaining(ids(opened(path, { ...withTokenizer, readOnly: true }), '部署')),
    );
  });

  it('is let go of where the tokenizer is missing, and says so before a message passes it', () => {
    const path = indexed();
    const db = opened(path);
    const id = append(db, '務端');
    expect(db.getMeta('fts_cjk_stale')).toBe('1');
    expect(cjkObjects(db)).toEqual(['view messages_fts_cjk_src']);
    expect(ids(db, '務端')).toEqual([id]);
    db.close();
    const later = opened(path, withTokenizer);
    expect(cjkObjects(later)).toEqual(['view messages_fts_cjk_src']);
    expect(ids(later, '務端')).toEqual([id]);
    expect(later.ftsOptimizeAvailable()).toBe(true);
    later.optimizeFtsStorage({ rest: noRest });
    expect(later.getMeta('fts_cjk_stale')).toBeNull();
    expect(cjkObjects(later)).toEqual(ALL_OBJECTS);
    expectWholeIndex(later.store.db, ['messages_fts_cjk']);
    expect(ids(later, '務端')).toEqual([id]);
  });

  it('stays untouched by a writer that changes sessions alone, until its first message', () => {
    const path = indexed();
    const db = opened(path, { olderFile: 'refuse' });
    db.setSessionTitle(db.ensureSession('cjk', { source: 'cli' }), 'only a title');
    expect(cjkObjects(db)).toEqual(ALL_OBJECTS);
    expect(db.getMeta('fts_cjk_stale')).toBeNull();
    const id = append(db, '務端');
    expect(cjkObjects(db)).toEqual(['view messages_fts_cjk_src']);
    expect(db.getMeta('fts_cjk_stale')).toBe('1');
    expect(db.getMessages('cjk').map(row => row.id)).toEqual([id]);
  });

  it('of a later version is left alone: the message is refused with a reason', () => {
    const path = tamper(indexed(), 'UPDATE schema_version SET version = 31');
    const db = opened(path, { writeToNewer: true });
    db.ensureSession('cjk', { source: 'cli' });
    expect(() => append(db, '務端')).toThrow(expect.objectContaining({ code: 'db-newer' }));
    expect(cjkObjects(db)).toEqual(ALL_OBJECTS);
  });

  it('that was never filled, though nothing says so, is filled', () => {
    const path = tamper(
      indexed(),
      ...['insert', 'delete', 'update'].map(event => `DROP TRIGGER messages_fts_cjk_${event}`),
      'DELETE FROM messages_fts_cjk_docsize',
    );
    const db = opened(path, withTokenizer);
    expect(cjkObjects(db)).toEqual(ALL_OBJECTS);
    expect(db.ftsCjkRebuildStatus()).toMatchObject({ pending: true, indexed: 0 });
  });

  it('is rebuilt, with its markers, by a rebuild of all indexes', () => {
    const db = opened(copyFixture('v23'), withTokenizer);
    expect(db.ftsCjkRebuildStatus()).not.toBeNull();
    expect(db.rebuildFts()).toBe(3);
    expect(db.ftsCjkRebuildStatus()).toBeNull();
    expect(db.ftsCjkRebuildStep()).toBe(false);
    expectWholeIndex(db.store.db, ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']);
  });

  it.each(['0', 'false', ' Off ', 'no'])('stays out with HERMES_CJK_FTS=%s', value => {
    process.env['HERMES_CJK_FTS'] = value;
    onTestFinished(() => {
      delete process.env['HERMES_CJK_FTS'];
    });
    const db = opened(copyFixture('v23'), withTokenizer);
    expect(cjkObjects(db)).toEqual([]);
    expect(db.store.tokenizerFailure).toBeNull();
  });

  it('that cannot be loaded is a remark, not a failure', () => {
    const db = opened(copyFixture('v23'), { cjkTokenizer: '/nowhere/libfts5_cjk.so' });
    expect(db.store.tokenizerFailure).toContain('/nowhere/libfts5_cjk.so');
    expect(append(db, '大別山')).toBeGreaterThan(0);
    expect(() => new Database(':memory:').exec("SELECT load_extension('x')")).toThrow();
  });
});
