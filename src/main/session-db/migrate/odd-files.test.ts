import SqliteDatabase from 'better-sqlite3';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import type { FixtureVersion } from '../../../../test/support/fixtures.ts';
import { SessionDB } from '../index.ts';
import type { OpenOptions } from '../index.ts';
import { planUpgrade } from './plan.ts';

/** A copy of a fixture that somebody changed by SQL. */
function changed(version: FixtureVersion, sql: string): string {
  const path = copyFixture(version);
  const raw = new SqliteDatabase(path);
  raw.pragma('foreign_keys = OFF');
  raw.exec(sql);
  raw.close();
  return path;
}

function using<T>(path: string, options: OpenOptions, use: (db: SessionDB) => T): T {
  const db = new SessionDB(path, options);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

const backupsOf = (path: string) =>
  readdirSync(dirname(path)).filter(name => name.startsWith(`${basename(path)}.backup-`));

const TABLE_OF = (column: string, value: string) =>
  `DROP TABLE schema_version; CREATE TABLE schema_version (${column}); INSERT INTO schema_version VALUES (${value})`;

describe('a number that is none, or stored as something else', () => {
  it.each([
    ['NULL', TABLE_OF('version INTEGER', 'NULL'), null, [null]],
    ['an empty text', TABLE_OF('version TEXT', "''"), null, ['']],
    ['text that is less as a number and more as a text', TABLE_OF('version TEXT', "'9'"), 9, ['23']],
    ['text of a float', TABLE_OF('version TEXT', "'11.0'"), 11, ['23']],
    ['bytes', TABLE_OF('version', "x'00'"), null, [Buffer.from([0])]],
    ['a fraction', TABLE_OF('version', '22.5'), 22.5, [23]],
  ])('%s: one upgrade and one backup are all', (_name, sql, from, stored) => {
    const path = changed('v11', sql);
    using(path, { readOnly: true }, db => {
      expect(db.store.catalog.schemaVersion).toBe(from);
      expect(planUpgrade(db.store)).toMatchObject({ from, to: 23 });
      expect(db.listSessions({ limit: 1 })).toHaveLength(1);
    });
    const to = from === null ? null : 23;
    expect(using(path, {}, db => db.store.upgrade)).toMatchObject({ from, to });
    const bytes = readFileSync(path);
    expect(using(path, {}, db => db.store.upgrade)).toBeNull();
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(backupsOf(path)).toHaveLength(1);
    using(path, { olderFile: 'refuse' }, db => {
      expect(db.store.db.prepare('SELECT version FROM schema_version').pluck().all()).toEqual(stored);
    });
  });

  it('in a table of another program: the file is read, and not upgraded', () => {
    const path = changed('v11', TABLE_OF('version_num TEXT', "'abc'"));
    const bytes = readFileSync(path);
    expect(using(path, { readOnly: true }, db => db.listSessions({ limit: 1 }))).toHaveLength(1);
    expect(() => new SessionDB(path)).toThrow(expect.objectContaining({ code: 'db-not-hermes' }));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

describe('a view in the place of a table', () => {
  it.each([
    ['schema_version', 'SELECT 11 AS version'],
    ['state_meta', "SELECT 'a' AS key, 'b' AS value"],
    ['session_model_usage', 'SELECT 1 AS session_id'],
  ])('%s: the file is read, and nothing is written', (name, select) => {
    const path = changed('v23', `DROP TABLE ${name}; CREATE VIEW ${name} AS ${select}`);
    const bytes = readFileSync(path);
    expect(using(path, { readOnly: true }, db => db.listSessions({ limit: 1 }))).toHaveLength(1);
    for (const olderFile of ['migrate', 'refuse'] as const) {
      expect(() => new SessionDB(path, { olderFile })).toThrow(
        expect.objectContaining({
          code: 'db-not-hermes',
          message: `The file has no table ${name}, but a view of that name.`,
        }),
      );
    }
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

it('sessions without rowids are not those of Hermes', () => {
  const path = copyFixture('v01');
  const raw = new SqliteDatabase(path);
  raw.pragma('foreign_keys = OFF');
  raw.pragma('legacy_alter_table = ON');
  const create = String(raw.prepare("SELECT sql FROM sqlite_master WHERE name = 'sessions'").pluck().get());
  raw.exec(`ALTER TABLE sessions RENAME TO former; ${create} WITHOUT ROWID; INSERT INTO sessions SELECT * FROM former`);
  raw.close();
  for (const readOnly of [true, false]) {
    expect(() => new SessionDB(path, { readOnly })).toThrow(
      expect.objectContaining({
        code: 'db-not-hermes',
        message: `The table sessions in ${path} has no rowids, which Hermes's own has.`,
      }),
    );
  }
});

it('locks that cannot be read are no reason to fail while reading, and one to refuse a writer', () => {
  const path = changed(
    'v23',
    `DROP TABLE compression_locks; CREATE TABLE compression_locks (session_id TEXT);
     INSERT INTO compression_locks SELECT id FROM sessions`,
  );
  using(path, { readOnly: true }, db => {
    expect(db.listPruneCandidates({ olderThanDays: 0 }).length).toBeGreaterThan(0);
    expect(db.getCompressionLockHolder('anybody')).toBeNull();
  });
  expect(() => new SessionDB(path, { olderFile: 'refuse' })).toThrow(
    expect.objectContaining({ code: 'needs-upgrade' }),
  );
});
