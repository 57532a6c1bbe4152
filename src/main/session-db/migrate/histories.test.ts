import SqliteDatabase from 'better-sqlite3';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import type { FixtureVersion } from '../../../../test/support/fixtures.ts';
import { SessionDB } from '../index.ts';

/** A copy of a fixture that went through something else, by SQL. */
function withHistory(version: FixtureVersion, sql: string): string {
  const path = copyFixture(version);
  const raw = new SqliteDatabase(path);
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  raw.close();
  return path;
}

/** Opens it for writing, then once more to see that nothing is left to do. */
function upgraded(path: string): SessionDB {
  new SessionDB(path).close();
  const bytes = readFileSync(path);
  new SessionDB(path).close();
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const db = new SessionDB(path);
  onTestFinished(() => {
    db.close();
  });
  expect(db.store.db.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(db.store.db.pragma('foreign_key_check(messages)')).toEqual([]);
  return db;
}

const rows = (db: SessionDB, sql: string) => db.store.db.prepare(sql).raw().all();
const keyOf = (db: SessionDB, table: string) =>
  rows(db, `SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`).flat();

const USAGE_KEY = ['session_id', 'model', 'billing_provider', 'billing_base_url', 'billing_mode', 'task'];

describe('a state column that an old build added without its default', () => {
  it('has its gaps filled, where they hid a whole transcript', () => {
    const path = withHistory(
      'v10',
      'ALTER TABLE messages ADD COLUMN active INTEGER; UPDATE messages SET active = 0 WHERE id = 7',
    );
    const db = upgraded(path);
    expect(rows(db, 'SELECT active, COUNT(*) FROM messages GROUP BY 1')).toEqual([
      [0, 1],
      [1, expect.any(Number)],
    ]);
    expect(rows(db, "SELECT type, \"notnull\" FROM pragma_table_info('messages') WHERE name = 'active'")).toEqual([
      ['INTEGER', 0],
    ]);
  });

  it('is filled too where the file is current otherwise', () => {
    const path = withHistory(
      'v23',
      `DROP INDEX idx_messages_session_active; DROP INDEX idx_messages_active_null;
       ALTER TABLE messages DROP COLUMN active; ALTER TABLE messages ADD COLUMN active INTEGER`,
    );
    expect(rows(upgraded(path), 'SELECT DISTINCT active FROM messages')).toEqual([[1]]);
  });
});

describe('the usage by model', () => {
  const ALL =
    'session_id, model, billing_provider, billing_base_url, billing_mode, task, input_tokens, estimated_cost_usd';
  const before = rowsOf('v23', `SELECT ${ALL} FROM session_model_usage WHERE task = '' ORDER BY 1, 2, 3`);

  it.each([
    ['three columns', 'session_id, model, billing_provider'],
    ['five columns', 'session_id, model, billing_provider, billing_base_url, billing_mode'],
    ['no key', null],
    ['another order', 'model, session_id, billing_provider, billing_base_url, billing_mode'],
  ])('gets its key whatever the number says (%s), and keeps its rows', (_name, key) => {
    const columns = `session_id TEXT, model TEXT, billing_provider TEXT, billing_base_url TEXT, billing_mode TEXT,
      api_call_count INTEGER, input_tokens INTEGER, output_tokens INTEGER, cache_read_tokens INTEGER,
      cache_write_tokens INTEGER, reasoning_tokens INTEGER, estimated_cost_usd REAL, actual_cost_usd REAL,
      cost_status TEXT, cost_source TEXT, first_seen REAL, last_seen REAL, "odd ""name" TEXT`;
    const names = columns.replaceAll(/ (TEXT|INTEGER|REAL)/g, '').replace(', "odd ""name"', '');
    const path = withHistory(
      'v23',
      `CREATE TABLE kept AS SELECT * FROM session_model_usage WHERE task = '';
       DROP TABLE session_model_usage;
       CREATE TABLE session_model_usage (${columns}${key === null ? '' : `, PRIMARY KEY (${key})`});
       INSERT INTO session_model_usage (${names}) SELECT ${names} FROM kept;
       INSERT INTO session_model_usage (session_id, model, input_tokens, "odd ""name") VALUES ('gone', 'm', 5, 'kept');
       DROP TABLE kept`,
    );
    const db = upgraded(path);
    expect(keyOf(db, 'session_model_usage')).toEqual(USAGE_KEY);
    expect(rows(db, `SELECT ${ALL} FROM session_model_usage WHERE session_id <> 'gone' ORDER BY 1, 2, 3`)).toEqual(
      before,
    );
    expect(rows(db, `SELECT ${ALL}, "odd ""name" FROM session_model_usage WHERE session_id = 'gone'`)).toEqual([
      ['gone', 'm', '', '', '', '', 5, 0, 'kept'],
    ]);
    const indexes = "SELECT name FROM pragma_index_list('session_model_usage') WHERE origin = 'c' ORDER BY name";
    expect(rows(db, indexes).flat()).toEqual(['idx_session_model_usage_model', 'idx_session_model_usage_session']);
    db.updateTokenCounts('gone', { model: 'm', inputTokens: 1 });
  });

  it('takes up the rows of a change that was interrupted between its steps', () => {
    const path = withHistory(
      'v20',
      `ALTER TABLE session_model_usage RENAME TO session_model_usage_v21;
       CREATE TABLE session_model_usage (session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
         model TEXT NOT NULL, billing_provider TEXT NOT NULL DEFAULT '', billing_base_url TEXT NOT NULL DEFAULT '',
         billing_mode TEXT NOT NULL DEFAULT '', task TEXT NOT NULL DEFAULT '', input_tokens INTEGER NOT NULL DEFAULT 0,
         PRIMARY KEY (${USAGE_KEY.join(', ')}));
       UPDATE schema_version SET version = 23`,
    );
    const [[count]] = rowsOf('v20', 'SELECT COUNT(*) FROM session_model_usage') as [[number]];
    const db = upgraded(path);
    expect(rows(db, "SELECT COUNT(*) FROM session_model_usage WHERE task = ''")).toEqual([[count]]);
    expect(rows(db, "SELECT name FROM sqlite_master WHERE name LIKE '%v21%'")).toEqual([]);
    expect(rows(db, "SELECT tbl_name FROM sqlite_master WHERE name = 'idx_session_model_usage_model'")).toEqual([
      ['session_model_usage'],
    ]);
  });
});

it('the routing table gets its key, the newest entry of a route wins', () => {
  const path = withHistory(
    'v23',
    `DROP TABLE gateway_routing;
     CREATE TABLE gateway_routing (session_key TEXT, entry_json TEXT, updated_at REAL);
     INSERT INTO gateway_routing VALUES ('a', 'newest', 9), ('a', 'older', 3), ('b', NULL, NULL), (NULL, 'x', 1)`,
  );
  const db = upgraded(path);
  expect(keyOf(db, 'gateway_routing')).toEqual(['scope', 'session_key']);
  expect(rows(db, 'SELECT scope, session_key, entry_json, updated_at FROM gateway_routing ORDER BY 2')).toEqual([
    ['', 'a', 'newest', 9],
    ['', 'b', '{}', 0],
  ]);
});

describe('titles', () => {
  it('that are repeated stay with the session stored last', () => {
    const path = withHistory(
      'v07',
      `DROP INDEX idx_sessions_title_unique;
       UPDATE sessions SET title = 'Same' WHERE rowid IN (3, 5, 9); UPDATE sessions SET title = 'same' WHERE rowid = 4`,
    );
    const db = upgraded(path);
    expect(rows(db, 'SELECT rowid, title FROM sessions WHERE rowid IN (3, 4, 5, 9)')).toEqual([
      [3, null],
      [4, 'same'],
      [5, null],
      [9, 'Same'],
    ]);
    expect(() => db.store.db.exec("UPDATE sessions SET title = 'Same' WHERE rowid = 3")).toThrow('UNIQUE');
  });
});

describe('subagent marks', () => {
  it('pass over configurations that are no JSON objects, and keep these byte for byte', () => {
    const odd = ['not json', '', '[1]', 'null', '{"a": NaN}', '{"a": 1', '3'];
    const ids = rowsOf('v11', 'SELECT id FROM sessions WHERE parent_session_id IS NOT NULL ORDER BY id')
      .flat()
      .map(String);
    const sql = odd.map((text, at) => `UPDATE sessions SET model_config = '${text}' WHERE id = '${ids[at] ?? ''}';`);
    const db = upgraded(withHistory('v11', sql.join('')));
    const read = (id: string) => rows(db, `SELECT model_config FROM sessions WHERE id = '${id}'`)[0];
    odd.forEach((text, at) => {
      expect(read(ids[at] ?? '')).toEqual([text]);
    });
    expect(rows(db, "SELECT COUNT(*) FROM sessions WHERE model_config LIKE '%_delegate_from%'")).not.toEqual([[0]]);
  });

  it('are set for children and for short nameless sessions with tool calls, and for nobody else', () => {
    const session = (id: string, more = {}) => {
      const row = { id, source: 'cli', started_at: 10, message_count: 2, ...more };
      const values = Object.values(row).map(value => (typeof value === 'number' ? String(value) : `'${value}'`));
      return `INSERT INTO sessions (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')});
        INSERT INTO messages (session_id, role, content, timestamp) VALUES ('${id}', 'tool', 'x', 1);`;
    };
    const path = withHistory(
      'v07',
      [
        'DELETE FROM messages; UPDATE sessions SET parent_session_id = NULL; DELETE FROM sessions;',
        session('compressed', { ended_at: 5, end_reason: 'compression', title: 't1' }),
        session('branched', { ended_at: 5, end_reason: 'branched', title: 't2' }),
        session('ended', { ended_at: 5, end_reason: 'cli_close', title: 't3' }),
        session('continuation', { parent_session_id: 'compressed' }),
        session('branch', { parent_session_id: 'branched' }),
        session('early', { parent_session_id: 'branched', started_at: 4 }),
        session('child', { parent_session_id: 'ended', model_config: '{"a":"ü"}' }),
        session('marked', { parent_session_id: 'ended', model_config: '{"_branched_from":"ended"}' }),
        session('known', { parent_session_id: 'ended', model_config: '{"_delegate_from":"else"}' }),
        session('lost', { parent_session_id: 'nowhere' }),
        session('alone'),
        session('long', { message_count: 26 }),
        session('limit', { message_count: 25 }),
        session('named', { title: 'n' }),
        session('branch root', { model_config: '{"_branched_from":"x"}' }),
        session('talk'),
        "DELETE FROM messages WHERE session_id = 'talk';",
        'UPDATE schema_version SET version = 7',
      ].join('\n'),
    );
    const db = new SessionDB(path);
    const marks = rows(
      db,
      "SELECT id, json_extract(model_config, '$._delegate_from') FROM sessions WHERE model_config LIKE '%_delegate%' ORDER BY id",
    );
    db.close();
    expect(marks).toEqual([
      ['alone', '__orphaned__'],
      ['child', 'ended'],
      ['early', 'branched'],
      ['known', 'else'],
      ['limit', '__orphaned__'],
      ['lost', 'nowhere'],
    ]);
  });
});

describe('the number', () => {
  it('that is missing is set, and no row of data changes', () => {
    const before = rowsOf('v11', 'SELECT id, model_config FROM sessions ORDER BY id');
    const db = upgraded(withHistory('v11', 'DELETE FROM schema_version'));
    expect(rows(db, 'SELECT version FROM schema_version')).toEqual([[23]]);
    expect(rows(db, 'SELECT id, model_config FROM sessions ORDER BY id')).toEqual(before);
    expect(rows(db, 'SELECT COUNT(*) FROM session_model_usage')).toEqual([[0]]);
  });

  it('is set where even its table is missing', () => {
    expect(
      rows(upgraded(withHistory('v16', 'DROP TABLE schema_version')), 'SELECT version FROM schema_version'),
    ).toEqual([[23]]);
  });

  it.each([
    ['two rows', 'INSERT INTO schema_version VALUES (12)', [[23], [23]]],
    ['no number', "UPDATE schema_version SET version = 'eleven'", [['eleven']]],
  ])('never gets a second row (%s)', (_name, sql, versions) => {
    expect(rows(upgraded(withHistory('v11', sql)), 'SELECT version FROM schema_version')).toEqual(versions);
  });
});

it('columns and tables that nobody knows stay, with their values', () => {
  const path = withHistory(
    'v11',
    `ALTER TABLE sessions ADD COLUMN icon TEXT DEFAULT 'i'; ALTER TABLE messages ADD COLUMN anthropic_content_blocks TEXT;
     CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('monday');
     CREATE TRIGGER diary_keeper AFTER DELETE ON diary BEGIN INSERT INTO diary VALUES (old.day); END`,
  );
  const db = upgraded(path);
  expect(rows(db, 'SELECT DISTINCT icon FROM sessions')).toEqual([['i']]);
  expect(rows(db, "SELECT name FROM pragma_table_info('messages') WHERE name LIKE 'anthropic%'")).toHaveLength(1);
  expect(rows(db, 'SELECT day FROM diary')).toEqual([['monday']]);
});

it('a table of another shape is said to be that, and nothing is changed', () => {
  const path = withHistory(
    'v11',
    "CREATE TABLE compression_locks (session_id TEXT PRIMARY KEY); INSERT INTO compression_locks VALUES ('s')",
  );
  const before = readFileSync(path);
  expect(() => new SessionDB(path)).toThrow('compression_locks cannot take the column holder');
  expect(readFileSync(path).equals(before)).toBe(true);
});

describe('metadata of the gateway', () => {
  const id = String(rowsOf('v16', 'SELECT id FROM sessions ORDER BY id')[0]?.[0]);
  const columns = 'session_key, chat_id, thread_id, chat_type, display_name, origin_json, expiry_finalized';

  function beside(path: string, text: string): string {
    mkdirSync(join(dirname(path), 'sessions'));
    writeFileSync(join(dirname(path), 'sessions', 'sessions.json'), text);
    return path;
  }

  it('comes from the folder of the file, and fills only what is empty', () => {
    const entry = {
      session_id: id,
      chat_type: 'dm',
      display_name: 'Zoë',
      memory_flushed: true,
      origin: { platform: 'telegram', chat_id: 12, thread_id: null, chat_name: 'Zoë' },
    };
    const text = JSON.stringify({
      'agent:main:telegram:12': entry,
      _comment: entry,
      broken: 3,
      other: { session_id: 'no' },
    });
    const path = beside(
      withHistory(
        'v16',
        `ALTER TABLE sessions ADD COLUMN chat_type TEXT;
      UPDATE sessions SET chat_type = 'kept' WHERE id = '${id}'`,
      ),
      text,
    );
    expect(rows(upgraded(path), `SELECT ${columns} FROM sessions WHERE id = '${id}'`)).toEqual([
      [
        'agent:main:telegram:12',
        '12',
        null,
        'kept',
        'Zoë',
        '{"platform": "telegram", "chat_id": 12, "thread_id": null, "chat_name": "Zo\\u00eb"}',
        1,
      ],
    ]);
  });

  it('that no gateway wrote stops no upgrade: nesting without end, an empty key', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = `{"k": {"session_id": "${id}", "session_key": "", "origin": {"chat_id": 7, "x": ${deep}}}}`;
    const db = upgraded(beside(copyFixture('v16'), text));
    expect(rows(db, `SELECT session_key, chat_id, origin_json FROM sessions WHERE id = '${id}'`)).toEqual([
      ['k', '7', null],
    ]);
  });

  it.each(['', '[]', '{"a": ', '{"k": {"session_id": 7}}'])('is none in %j', text => {
    const db = upgraded(beside(copyFixture('v16'), text));
    expect(rows(db, 'SELECT COUNT(*) FROM sessions WHERE session_key IS NOT NULL')).toEqual([[0]]);
  });

  it('is not read for files that have it already', () => {
    const text = JSON.stringify({ k: { session_id: id, display_name: 'late' } });
    const db = upgraded(beside(copyFixture('v20'), text));
    expect(rows(db, "SELECT COUNT(*) FROM sessions WHERE display_name = 'late'")).toEqual([[0]]);
  });
});

describe('the marks of the search index', () => {
  const mark = "SELECT value FROM state_meta WHERE key = 'fts_storage_version'";

  it.each([
    ['is missing', "DELETE FROM state_meta WHERE key = 'fts_storage_version'", [['1']]],
    ['is that of a later layout', "UPDATE state_meta SET value = '3' WHERE key = 'fts_storage_version'", [['3']]],
    [
      'waits for a rebuild',
      "UPDATE state_meta SET key = 'fts_rebuild_high_water', value = '5' WHERE key = 'fts_storage_version'",
      [],
    ],
    ['waits for a teardown', "DELETE FROM state_meta WHERE key LIKE 'fts%'; CREATE TABLE fts_v22_trash_x (id)", []],
  ])('the stamp of a file %s', (_name, sql, value) => {
    const path = withHistory('v23', sql);
    const db = new SessionDB(path);
    expect(db.store.upgrade?.backup ?? null).toBeNull();
    expect(rows(db, mark)).toEqual(value);
    db.close();
  });
});

function rowsOf(version: FixtureVersion, sql: string): unknown[][] {
  const db = new SqliteDatabase(copyFixture(version), { readonly: true });
  const found = db.prepare<[], unknown[]>(sql).raw().all();
  db.close();
  return found;
}
