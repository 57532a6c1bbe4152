import Database from 'better-sqlite3';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture, FIXTURE_FORMS, FIXTURE_VERSIONS, temporaryFolder } from '../../../test/support/fixtures.ts';
import type { FixtureVersion } from '../../../test/support/fixtures.ts';
import { NeedsUpgradeError, SessionDB, SessionDbError } from './index.ts';

/** Everything in the folder of a file, by name. */
function bytesBeside(path: string): Map<string, string> {
  const folder = dirname(path);
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name)).toString('base64')]));
}

function readEverything(db: SessionDB): number {
  const sessions = db.searchSessions({ limit: -1 });
  db.listSessions({ limit: -1, orderByLastActive: true, searchQuery: 'a' });
  db.listPruneCandidates();
  db.distinctSessionCwds();
  db.listGatewaySessions();
  for (const { id } of sessions) {
    db.getSession(id);
    db.getMessages(id, { includeInactive: true });
    db.getCompressionLineage(id);
    db.getDescendants(id);
    db.resolveResumeSessionId(id);
  }
  db.searchMessages('docker');
  return sessions.length;
}

const everyForm = FIXTURE_VERSIONS.flatMap(version => FIXTURE_FORMS.map(form => [version, form] as const));

describe('a read-only open', () => {
  it.each(everyForm)('%s %s: everything can be read, and nothing is written', (version, form) => {
    const path = copyFixture(version, form);
    const before = bytesBeside(path);
    const db = new SessionDB(path, { readOnly: true });
    expect(readEverything(db)).toBeGreaterThan(80);
    db.close();
    const after = bytesBeside(path);
    for (const [name, bytes] of before) expect(after.get(name), name).toBe(bytes);
    const added = [...after.keys()].filter(name => !before.has(name));
    expect(added.filter(name => form === 'plain' || !['state.db-wal', 'state.db-shm'].includes(name))).toEqual([]);
    if (added.includes('state.db-wal')) expect(statSync(`${path}-wal`).size).toBe(0);
  });

  it.each(FIXTURE_VERSIONS)('%s lists conversations with the columns that the file has', version => {
    const db = open(copyFixture(version), true);
    const [row] = db.listSessions();
    expect(typeof row?.preview).toBe('string');
    expect(typeof row?.last_active).toBe('number');
    expect('pinned' in (row ?? {})).toBe(false);
    expect('cwd' in (row ?? {})).toBe(version >= 'v16');
    expect('system_prompt' in (db.listSessions({ compactRows: true })[0] ?? {})).toBe(false);
  });

  it('refuses to write, and says so', () => {
    const db = open(copyFixture('v23'), true);
    expect(() => db.setMeta('browser:key', 'value')).toThrow(SessionDbError);
    expect(codeOf(() => db.setMeta('browser:key', 'value'))).toBe('db-read-only');
  });

  it('never creates a file', () => {
    const path = join(temporaryFolder(), 'state.db');
    expect(codeOf(() => new SessionDB(path, { readOnly: true }))).toBe('db-missing');
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe('a file of a newer schema', () => {
  /** A v23 file with what mainline 25 adds, or with a number that nobody knows. */
  function newer(version: number, mainline: boolean): string {
    const path = copyFixture('v23');
    const raw = new Database(path);
    raw.prepare('UPDATE schema_version SET version = ?').run(version);
    raw.exec('ALTER TABLE sessions ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0');
    raw.exec('ALTER TABLE sessions ADD COLUMN last_activity_at REAL');
    raw.exec('ALTER TABLE messages ADD COLUMN display_order REAL');
    if (mainline) {
      raw.exec('CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)');
      raw.exec('ALTER TABLE sessions ADD COLUMN system_prompt_hash TEXT REFERENCES system_prompts(hash)');
      raw.exec("INSERT INTO system_prompts VALUES ('h', 'the shared prompt')");
      raw.exec("UPDATE sessions SET system_prompt_hash = 'h' WHERE id = '20260727_084535_3fd36d'");
    }
    raw.close();
    return path;
  }

  it('31: is read in full', () => {
    const db = open(newer(31, true), true);
    expect(readEverything(db)).toBe(95);
    expect(db.getSession('20260727_084535_3fd36d')?.system_prompt).toBe('the shared prompt');
    expect(db.listSessions()[0]).toMatchObject({ id: '20260727_084535_3fd36d', system_prompt: 'the shared prompt' });
  });

  it('25: rows are written, the schema is not, and a heartbeat counts as activity', () => {
    const path = newer(25, true);
    const db = open(path, false);
    const schema = () => db.store.db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY rowid').all();
    const before = schema();
    expect(db.setSessionTitle('20260727_084535_3fd36d', 'renamed')).toBe(true);
    db.createSession({ sessionId: 'fresh', source: 'cli', systemPrompt: 'another prompt' });
    expect(db.getSession('fresh')).toMatchObject({ system_prompt: 'another prompt' });
    db.store.db.exec("UPDATE sessions SET last_activity_at = 1900000000 WHERE id = '20260402_095954_93d9d8'");
    expect(db.listSessions({ orderByLastActive: true })[0]).toMatchObject({ id: '20260417_220027_cc3383' });
    expect(schema()).toEqual(before);
    expect(db.store.db.prepare('SELECT version FROM schema_version').pluck().all()).toEqual([25]);
  });

  it('that lacks what a change needs says so, and nothing is changed', () => {
    const path = changed('v11', 'UPDATE schema_version SET version = 99');
    const db = new SessionDB(path, { writeToNewer: true });
    const [session] = db.listSessions({ limit: 1 });
    const rows = () => db.store.db.prepare('SELECT * FROM sessions').all();
    const before = rows();
    const refused: unknown = expect.objectContaining({ name: 'SessionDbError', code: 'db-newer' });
    expect(() => db.setSessionArchived(session?.id ?? '', true)).toThrow(refused);
    expect(() => db.archiveAndCompact(session?.id ?? '', [])).toThrow(refused);
    expect(rows()).toEqual(before);
    db.close();
  });

  it.each([
    [31, true],
    [25, false],
  ])('%i (known family: %s) is read-only until somebody insists', (version, mainline) => {
    const path = newer(version, mainline);
    const before = bytesBeside(path);
    const careful = open(path, false);
    expect(careful.store.readOnly).toBe(true);
    expect(codeOf(() => careful.setSessionTitle('20260727_084535_3fd36d', 'x'))).toBe('db-newer');
    expect(() => careful.setMeta('k', 'v')).toThrow(`newer Hermes (schema ${String(version)})`);
    careful.close();
    expect(bytesBeside(path)).toEqual(before);
    const insisting = new SessionDB(path, { writeToNewer: true });
    expect(insisting.setSessionTitle('20260727_084535_3fd36d', 'x')).toBe(true);
    insisting.close();
  });
});

describe('a writable open that must not upgrade', () => {
  const refusing = (path: string) => new SessionDB(path, { olderFile: 'refuse' });

  it.each(['v01', 'v10', 'v16', 'v20'] as const)('of %s asks for an upgrade and changes nothing', version => {
    const path = copyFixture(version);
    const before = bytesBeside(path);
    expect(() => refusing(path)).toThrow(NeedsUpgradeError);
    expect(bytesBeside(path)).toEqual(before);
  });

  it.each([
    ['a missing trigger', 'DROP TRIGGER messages_fts_delete', 'the search index messages_fts'],
    ['a missing column', 'ALTER TABLE messages DROP COLUMN display_kind', 'messages.display_kind'],
    ['a missing table', 'DROP TABLE state_meta', 'state_meta'],
    [
      'a lost key',
      'CREATE TABLE u AS SELECT * FROM session_model_usage; DROP TABLE session_model_usage; ALTER TABLE u RENAME TO session_model_usage',
      'session_model_usage',
    ],
    ['no number', 'DELETE FROM schema_version', 'of unknown number'],
  ])('of a file with %s says which', (_name, sql, part) => {
    const path = changed('v23', sql);
    expect(() => refusing(path)).toThrow(NeedsUpgradeError);
    expect(() => refusing(path)).toThrow(part);
  });

  it.each([
    ['an index', 'DROP INDEX idx_sessions_source; DROP INDEX idx_sessions_title_unique'],
    [
      'the substring index',
      `DROP TRIGGER messages_fts_trigram_insert; DROP TRIGGER messages_fts_trigram_update;
       DROP TRIGGER messages_fts_trigram_delete; DROP TABLE messages_fts_trigram; DROP VIEW messages_fts_trigram_src`,
    ],
    ['a table of the gateway', 'DROP TABLE gateway_routing; DROP TABLE async_delegations'],
    ['the layout stamp', "DELETE FROM state_meta WHERE key = 'fts_storage_version'"],
  ])('of a file that lacks %s writes rows, and nothing else', (_name, sql) => {
    const path = changed('v23', sql);
    const before = readFileSync(path);
    const db = refusing(path);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(db.setSessionTitle('20260727_084535_3fd36d', 'renamed')).toBe(true);
    db.close();
  });
});

/** A copy of a fixture on which some SQL was run. */
function changed(version: FixtureVersion, sql: string): string {
  const path = copyFixture(version);
  const raw = new Database(path);
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  raw.close();
  return path;
}

describe('a writable open', () => {
  it.each(FIXTURE_FORMS)('of v23 (%s) changes nothing by itself, and keeps the journal mode', form => {
    const path = copyFixture('v23', form);
    const before = readFileSync(path);
    const db = new SessionDB(path);
    expect(db.store.readOnly).toBe(false);
    expect(db.store.db.pragma('journal_mode', { simple: true })).toBe(form === 'plain' ? 'delete' : 'wal');
    expect(db.store.db.pragma('synchronous', { simple: true })).toBe(2);
    if (form !== 'wal-frames') expect(readFileSync(path).equals(before)).toBe(true);
    db.close();
  });

  it('adds the pin column with the first pin, in the same transaction', () => {
    const path = copyFixture('v23');
    const db = open(path, false);
    const backups = () => readdirSync(dirname(path)).filter(name => name.includes('.backup-23-'));
    expect(db.setSessionPinned('20260727_084535_3fd36d', false)).toBe(true);
    expect(db.setSessionPinned('nobody', true)).toBe(false);
    expect(backups()).toEqual([]);
    expect(db.getSession('20260727_084535_3fd36d')).not.toHaveProperty('pinned');
    expect(db.setSessionPinned('20260727_084535_3fd36d', true)).toBe(true);
    expect(db.getSession('20260727_084535_3fd36d')).toMatchObject({ pinned: 1 });
    const column = db.store.db.prepare("SELECT * FROM pragma_table_info('sessions') WHERE name = 'pinned'").get();
    expect(column).toMatchObject({ type: 'INTEGER', notnull: 1, dflt_value: '0' });
    expect(db.setSessionPinned('20260727_084535_3fd36d', false)).toBe(true);
    expect(db.getSession('20260727_084535_3fd36d')).toMatchObject({ pinned: 0 });
    const [backup = '', ...more] = backups();
    expect(more).toEqual([]);
    const before = open(join(dirname(path), backup), true);
    expect(before.getSession('20260727_084535_3fd36d')).not.toHaveProperty('pinned');
    expect(before.sessionCount({})).toBe(db.sessionCount({}));
  });
});

function open(path: string, readOnly: boolean): SessionDB {
  const db = new SessionDB(path, { readOnly });
  onTestFinished(() => {
    db.close();
  });
  return db;
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof SessionDbError ? error.code : `untyped: ${String(error)}`;
  }
  return 'no error';
}
