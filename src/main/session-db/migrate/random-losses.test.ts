import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pictureOf } from '../../../../test/support/database-diff.ts';
import type { Picture } from '../../../../test/support/database-diff.ts';
import { copyFixture } from '../../../../test/support/fixtures.ts';
import { SessionDB } from '../index.ts';

const whole = pictureOf(copyFixture('v23'));

/** Columns that every version has. */
const FIRST = {
  sessions: ['id', 'source', 'user_id', 'model', 'model_config', 'system_prompt', 'parent_session_id', 'started_at'],
  messages: ['id', 'session_id', 'role', 'content', 'tool_call_id', 'tool_calls', 'tool_name', 'timestamp'],
};
const columnNames = (picture: Picture, table: string) => (picture.columns[table] ?? []).map(column => column.name);
const lateColumns = Object.entries(FIRST).flatMap(([table, first]) =>
  columnNames(whole, table)
    .filter(name => !first.includes(name))
    .map(name => [table, name] as const),
);
const named = (type: string) => whole.objects.filter(object => object.type === type).map(object => object.name);
const indexes = named('index').filter(name => name.startsWith('idx_') && !name.includes('telegram'));
const triggers = named('trigger');
const tables = ['session_model_usage', 'state_meta', 'gateway_routing', 'compression_locks', 'async_delegations'];
const searchTables = ['messages_fts', 'messages_fts_trigram'];

interface Losses {
  readonly version: number | null;
  readonly columns: readonly (readonly [string, string])[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly tables: readonly string[];
  readonly search: readonly string[];
}

const losses: fc.Arbitrary<Losses> = fc.record({
  version: fc.option(fc.integer({ min: 1, max: 23 }), { freq: 8 }),
  columns: fc.subarray(lateColumns),
  indexes: fc.subarray(indexes),
  triggers: fc.oneof(fc.constant([]), fc.subarray(triggers)),
  tables: fc.oneof(fc.constant([]), fc.subarray(tables)),
  search: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(searchTables) }),
});

/** A current file that lost parts, as if it had never had them. */
function damaged({ version, ...lost }: Losses): string {
  const path = copyFixture('v23');
  const db = new SqliteDatabase(path);
  db.pragma('foreign_keys = OFF');
  for (const name of lost.triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const name of lost.search) {
    for (const event of ['insert', 'update', 'delete']) db.exec(`DROP TRIGGER IF EXISTS ${name}_${event}`);
    db.exec(`DROP TABLE ${name}`);
  }
  for (const name of lost.indexes) db.exec(`DROP INDEX IF EXISTS ${name}`);
  for (const [table, column] of lost.columns) dropColumn(db, table, column);
  db.exec('DELETE FROM schema_version');
  if (version !== null) db.prepare('INSERT INTO schema_version VALUES (?)').run(version);
  for (const name of lost.tables) db.exec(`DROP TABLE ${name}`);
  db.close();
  return path;
}

function dropColumn(db: Database, table: string, column: string): void {
  const all = db
    .prepare<[string], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    )
    .all(table);
  for (const { name, sql } of all) if (new RegExp(`\\b${column}\\b`).test(sql)) db.exec(`DROP INDEX ${name}`);
  db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}

/** The columns that a file has now, without those in which an upgrade changes values. */
function keptColumns(picture: Picture, version: number | null): Record<string, string[]> {
  const changing = version !== null && version < 16 ? ['model_config'] : [];
  return Object.fromEntries(
    Object.keys(FIRST).map(table => [table, columnNames(picture, table).filter(name => !changing.includes(name))]),
  );
}

const byName = (picture: Picture, table: string) =>
  [...(picture.columns[table] ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
const objectNames = (picture: Picture) => picture.objects.map(({ type, name, on }) => `${type} ${name} on ${on}`);

it('a current file that lost any late parts gets them all back, and keeps every row', () => {
  fc.assert(
    fc.property(losses, lost => {
      const path = damaged(lost);
      const kept = keptColumns(pictureOf(path), lost.version);
      const before = pictureOf(path, kept);
      new SessionDB(path).close();
      const after = pictureOf(path, kept);
      expect(objectNames(after)).toEqual(objectNames(whole));
      for (const table of Object.keys(whole.columns)) expect(byName(after, table), table).toEqual(byName(whole, table));
      expect(after.indexes).toEqual(whole.indexes);
      expect(after.foreignKeys).toEqual(whole.foreignKeys);
      expect(after.versions).toEqual([23]);
      for (const table of ['sessions', 'messages']) expect(after.rows[table], table).toEqual(before.rows[table]);
      expectSound(path);
      const bytes = readFileSync(path);
      new SessionDB(path).close();
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }),
    { numRuns: 25 },
  );
}, 180_000);

function expectSound(path: string): void {
  const db = new SqliteDatabase(path, { readonly: true });
  for (const table of ['sessions', 'messages', 'session_model_usage', 'state_meta']) {
    expect(db.pragma(`quick_check(${table})`, { simple: true }), table).toBe('ok');
  }
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  expect(count('SELECT COUNT(*) FROM messages_fts_docsize')).toBe(count('SELECT COUNT(*) FROM messages'));
  expect(count('SELECT COUNT(*) FROM messages_fts_trigram_docsize')).toBe(
    count("SELECT COUNT(*) FROM messages WHERE role <> 'tool'"),
  );
  db.close();
}
