import { describe, expect, it } from 'vitest';
import { conformanceDatabase, EPOCH } from '../../../test/support/conformance.ts';
import { copyFixture } from '../../../test/support/fixtures.ts';
import { contentHash, ftsProblems } from '../../../test/support/table-rows.ts';
import { deletionScope, promptsOnlyOf, SessionDB, sessionTables } from './index.ts';

const listed = (db: SessionDB) => db.listSessions({ limit: -1 }).map(row => row.id);
const column = (db: SessionDB, sql: string) => db.store.db.prepare<[], unknown>(sql).pluck().all();

describe('deleting sessions', () => {
  it('is what the table of the specification says', () => {
    const db = conformanceDatabase();
    expect(db.deleteSession('A3')).toBe(true);
    const roots = column(db, 'SELECT id FROM sessions WHERE parent_session_id IS NULL ORDER BY id');
    expect(roots).toEqual(['A', 'AR', 'B', 'E0', 'O', 'P', 'T', 'U']);
    expect(column(db, 'SELECT id FROM sessions ORDER BY id')).not.toContain('DD');
    expect(listed(db)).toContain('A2');
    expect(ftsProblems(db.store.db)).toEqual([]);
    const hermes = { olderThanDays: 1, archived: null, keepPinned: false, keepLiveChains: false } as const;
    expect(db.pruneSessions(hermes)).toBe(6);
    expect(column(db, 'SELECT id FROM sessions ORDER BY id')).toEqual(['AR', 'B', 'LB', 'LB0', 'O', 'T']);
    expect(column(db, 'SELECT id FROM sessions WHERE parent_session_id IS NOT NULL')).toEqual([]);
    expect(column(db, 'PRAGMA foreign_key_check')).toEqual([]);
    db.close();
  });

  it('leaves subagents as roots where it is told to', () => {
    const db = conformanceDatabase();
    expect(db.deleteSession('A3', { delegates: 'orphan' })).toBe(true);
    expect(db.getSession('D')).toMatchObject({ parent_session_id: null });
    expect(db.getSession('DD')).toMatchObject({ parent_session_id: 'D' });
    expect(db.deleteSession('nobody')).toBe(false);
    expect(db.deleteSessions(['D', 'D', 'nobody', null, 5, '', 'DD'])).toBe(2);
    db.close();
  });

  it('refuses while one of them is being compressed, and changes nothing then', () => {
    const db = conformanceDatabase();
    const lock = db.store.db.prepare('INSERT INTO compression_locks VALUES (?, ?, 0, ?)');
    lock.run('D', 'pid=1:agent', EPOCH + 400 * 86_400);
    lock.run('E0', 'pid=2:agent', EPOCH);
    const before = contentHash(db.store.db);
    expect(() => db.deleteSessions(['E0', 'A3'])).toThrow(
      expect.objectContaining({ code: 'compressing', message: 'Session D is being compressed.' }),
    );
    expect(contentHash(db.store.db)).toBe(before);
    expect(db.deleteSessionIfEmpty('E0')).toBe(true);
    expect(db.deleteSession('A3', { lockHolder: 'pid=1:agent' })).toBe(true);
    expect(column(db, 'SELECT session_id FROM compression_locks')).toEqual(['D']);
    db.close();
  });

  it('takes the rows of other tables along, with or without a cascade of theirs', () => {
    const path = copyFixture('v23');
    const db = new SessionDB(path);
    db.store.db.exec(`
      CREATE TABLE IF NOT EXISTS telegram_dm_topic_bindings (
        chat_id TEXT, thread_id TEXT, session_id TEXT NOT NULL REFERENCES sessions(id));
      CREATE TABLE external_role_session_bindings (
        role TEXT, bound TEXT REFERENCES sessions ON DELETE CASCADE, note TEXT);
      CREATE TABLE sighted (session TEXT REFERENCES sessions(id) ON DELETE SET NULL);
      DELETE FROM telegram_dm_topic_bindings`);
    db.close();
    const again = new SessionDB(path);
    const { db: raw } = again.store;
    const id = '20260608_130631_ba77bc';
    expect(sessionTables(again.store)).toEqual([
      { table: 'messages', column: 'session_id' },
      { table: 'session_model_usage', column: 'session_id' },
      { table: 'telegram_dm_topic_bindings', column: 'session_id' },
      { table: 'external_role_session_bindings', column: 'bound' },
    ]);
    raw.exec(`INSERT INTO external_role_session_bindings VALUES ('r', '${id}', 'n'), ('q', NULL, 'm')`);
    raw.exec(`INSERT INTO sighted VALUES ('${id}')`);
    raw.pragma('foreign_keys = OFF');
    raw.exec(`INSERT INTO session_model_usage (session_id, model) VALUES ('lost', 'm')`);
    expect(again.deleteSession(id)).toBe(true);
    expect(column(again, 'SELECT role FROM external_role_session_bindings')).toEqual(['q']);
    expect(raw.prepare('SELECT COUNT(*) FROM session_model_usage WHERE session_id = ?').pluck().get(id)).toBe(0);
    expect(raw.prepare("SELECT COUNT(*) FROM session_model_usage WHERE session_id = 'lost'").pluck().get()).toBe(1);
    again.close();
  });

  it('takes shared prompts along that nobody else uses', () => {
    const db = conformanceDatabase();
    db.store.db.exec(`
      CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL);
      ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT REFERENCES system_prompts(hash);
      INSERT INTO system_prompts VALUES ('both', 'b'), ('mine', 'm'), ('theirs', 't'), ('loose', 'l');
      UPDATE sessions SET system_prompt_hash = 'both' WHERE id IN ('A3', 'B');
      UPDATE sessions SET system_prompt_hash = 'mine' WHERE id IN ('D', 'DD');
      UPDATE sessions SET system_prompt_hash = 'theirs' WHERE id = 'U'`);
    const path = db.store.path;
    db.close();
    const again = new SessionDB(path, { writeToNewer: true, olderFile: 'refuse' });
    expect(promptsOnlyOf(again.store, deletionScope(again.store, ['A3']).sessions)).toEqual(['mine']);
    expect(again.deleteSession('A3')).toBe(true);
    expect(column(again, 'SELECT hash FROM system_prompts ORDER BY hash')).toEqual(['both', 'loose', 'theirs']);
    again.close();
  });

  it('deletes what is empty by what is there, and by the counter where it is told to', () => {
    const db = conformanceDatabase();
    db.store.db.exec("UPDATE sessions SET message_count = 0 WHERE id IN ('U', 'P')");
    db.store.db.exec(
      "INSERT INTO sessions (id, source, started_at, ended_at, title) VALUES ('named', 'cli', 1, 2, 'n')",
    );
    db.store.db.exec("INSERT INTO sessions (id, source, started_at, ended_at, pinned) VALUES ('pin', 'cli', 1, 2, 1)");
    db.store.db.exec("INSERT INTO sessions (id, source, started_at, ended_at) VALUES ('ghost', 'tui', 1, 2)");
    expect(db.pruneEmptyGhostSessions()).toBe(1);
    expect(db.deleteSessionIfEmpty('named')).toBe(false);
    expect(db.deleteSessionIfEmpty('P')).toBe(false);
    expect(db.deleteEmptySessions()).toBe(1);
    expect(db.getSession('E0')).toBeNull();
    expect(db.deleteEmptySessions({ emptyBy: 'counter' })).toBe(4);
    expect(db.messageCount('U')).toBe(0);
    expect(ftsProblems(db.store.db)).toEqual([]);
    db.close();
  });

  it('refuses on a file that is open for reading', () => {
    const db = new SessionDB(copyFixture('v23'), { readOnly: true });
    for (const change of [
      () => db.deleteSession('x'),
      () => db.deleteSessions(['x']),
      () => db.deleteEmptySessions(),
      () => db.pruneSessions(),
      () => db.importSessions([]),
    ]) {
      expect(change).toThrow(expect.objectContaining({ code: 'db-read-only' }));
    }
    db.close();
  });
});

describe('pruning sessions', () => {
  it('keeps what has to stay, by default and as asked', () => {
    const db = conformanceDatabase();
    const pruned = (filter: Parameters<SessionDB['listPruneCandidates']>[0]) =>
      db
        .listPruneCandidates(filter)
        .map(row => row.id)
        .sort();
    expect(pruned({ olderThanDays: 1 })).toEqual(['A2b', 'D', 'DD', 'E0', 'P', 'U']);
    db.setSessionPinned('U', true);
    db.setSessionPinned('DD', true);
    expect(pruned({ olderThanDays: 1 })).toEqual(['A2b', 'E0', 'P']);
    expect(pruned({ olderThanDays: 1, keepPinned: false })).toEqual(['A2b', 'D', 'DD', 'E0', 'P', 'U']);
    db.store.db.exec("INSERT INTO compression_locks VALUES ('P', 'agent', 0, 1e12)");
    expect(pruned({ olderThanDays: 1 })).toEqual(['A2b', 'E0']);
    expect(pruned({ olderThanDays: 1, whileCompressing: 'proceed' })).toEqual(['A2b', 'E0', 'P']);
    db.store.db.exec("UPDATE sessions SET ended_at = 1, end_reason = 'x' WHERE id = 'AR'");
    expect(pruned({ archived: true })).toEqual(['AR']);
    expect(pruned({ archived: null })).toContain('AR');
    expect(db.pruneSessions({ olderThanDays: 1 })).toBe(2);
    expect(db.pruneSessions({ olderThanDays: 400 })).toBe(0);
    expect(db.pruneSessions({ source: 'nowhere', olderThanDays: null })).toBe(0);
    db.close();
  });

  it('takes an age that is there and undefined for none given, not for no bound', () => {
    const db = conformanceDatabase();
    db.createSession({ sessionId: 'today', source: 'cli' });
    db.endSession('today', 'done');
    const pruned: unknown = Reflect.apply(db.pruneSessions.bind(db), null, [{ olderThanDays: undefined }]);
    expect(pruned).toBeGreaterThan(0);
    expect(db.getSession('today')).not.toBeNull();
    db.close();
  });

  it('keeps a session whose subagent is still at work', () => {
    const db = conformanceDatabase();
    db.store.db.exec("UPDATE sessions SET ended_at = 1 WHERE id = 'A3'");
    db.store.db.exec("UPDATE sessions SET ended_at = NULL WHERE id = 'DD'");
    const ids = db.listPruneCandidates({ olderThanDays: 1 }).map(row => row.id);
    expect(ids).not.toContain('A3');
    expect(ids).not.toContain('D');
    expect(db.listPruneCandidates({ olderThanDays: 1, keepLiveChains: false }).map(row => row.id)).toContain('DD');
    db.close();
  });

  it('takes wildcards for what they are, unless it is told otherwise', () => {
    const db = conformanceDatabase();
    const titles = (filter: object) =>
      db.listPruneCandidates({ keepLiveChains: false, ...filter }).map(row => row.title);
    expect(titles({ titleLike: '%' })).toEqual([]);
    expect(titles({ titleLike: 'p_oj' })).toEqual([]);
    expect(titles({ titleLike: 'PROJ' })).toEqual(['Proj', 'Proj #2']);
    expect(titles({ titleLike: 'p_oj', wildcards: 'pattern' })).toEqual(['Proj', 'Proj #2']);
    expect(() => titles({ titelLike: 'tax' })).toThrow("There is no prune filter named 'titelLike'.");
    db.close();
  });

  it('prunes by itself once in a while, and says what went wrong', () => {
    const db = conformanceDatabase();
    expect(db.maybeAutoPruneAndVacuum()).toEqual({ skipped: false, pruned: 6, vacuumed: true });
    expect(db.getMeta('last_auto_prune')).toBe(`${String(EPOCH + 365 * 86_400)}.0`);
    expect(db.maybeAutoPruneAndVacuum()).toEqual({ skipped: true, pruned: 0, vacuumed: false });
    db.setMeta('last_auto_prune', 'never');
    expect(db.maybeAutoPruneAndVacuum({ vacuum: false })).toEqual({ skipped: false, pruned: 0, vacuumed: false });
    db.setMeta('last_auto_prune', '');
    db.store.db.exec("CREATE TRIGGER stop BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END");
    db.reopenSession('B');
    db.store.db.exec("UPDATE sessions SET ended_at = 1 WHERE id = 'T'");
    expect(db.maybeAutoPruneAndVacuum()).toEqual({ skipped: false, pruned: 0, vacuumed: false, error: 'no' });
    db.close();
  });
});
