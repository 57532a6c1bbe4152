import SqliteDatabase from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, pictureOf, plainSql } from '../../../../test/support/database-diff.ts';
import type { Column, Picture } from '../../../../test/support/database-diff.ts';
import { copyFixture, FIXTURE_VERSIONS, readFixtureJson } from '../../../../test/support/fixtures.ts';
import type { FixtureVersion } from '../../../../test/support/fixtures.ts';
import { SessionDB } from '../index.ts';
import type { Upgrade } from './upgrade.ts';

type Row = Readonly<Record<string, unknown>>;

interface RecordedObject {
  readonly type: string;
  readonly name: string;
  readonly on: string;
  readonly sql: string | null;
}

interface Shape {
  readonly objects: readonly RecordedObject[];
  readonly columns: Readonly<Record<string, readonly (Column & { readonly cid: number })[]>>;
  readonly indexes: Readonly<Record<string, readonly { readonly name: string }[]>>;
  readonly foreign_keys: Readonly<Record<string, readonly unknown[]>>;
  readonly row_counts: Readonly<Record<string, number>>;
  readonly schema_version: unknown;
  readonly state_meta: unknown;
  readonly pragmas: Readonly<Record<string, unknown>>;
  readonly session_model_usage?: readonly Row[];
}

interface Changed {
  readonly changed: readonly {
    readonly key: unknown;
    readonly columns: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  }[];
  readonly new_rows: readonly unknown[];
  readonly new_columns: Readonly<Record<string, readonly (readonly [unknown, number])[]>>;
}

interface Migrated {
  readonly clock: number;
  readonly shape: Shape;
  readonly sessions_changed: Changed;
  readonly messages_changed: Changed;
}

interface Opened {
  readonly path: string;
  readonly recorded: Migrated;
  readonly before: Picture;
  readonly upgrade: Upgrade | null;
}

function migrate(version: FixtureVersion): Opened {
  const path = copyFixture(version);
  const before = pictureOf(path);
  const recorded = readFixtureJson(version, 'migrated.json') as Migrated;
  const db = new SessionDB(path, { now: () => recorded.clock });
  const { upgrade = null } = db.store;
  db.close();
  return { path, recorded, before, upgrade };
}

const byName = <T extends { readonly name: string }>(list: readonly T[]) =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
const withoutPosition = (columns: readonly (Column & { readonly cid: number })[]) =>
  columns.map(({ name, type, notnull, default: value, pk }) => ({ name, type, notnull, default: value, pk }));

/** How many pages and words an index has depends on the SQLite that filled it. */
const dependsOnSqlite = (table: string) => /_(data|idx)$/.test(table);

describe.each(FIXTURE_VERSIONS)('the file of %s, opened for writing', version => {
  const { path, recorded, before, upgrade } = migrate(version);
  const after = pictureOf(path);
  const { shape } = recorded;

  it('has the objects that Hermes leaves', () => {
    const names = (objects: readonly RecordedObject[]) =>
      objects.map(({ type, name, on }) => `${type} ${name} on ${on}`).sort();
    expect(names(after.objects)).toEqual(names(shape.objects));
  });

  it('has the columns, indexes and foreign keys that Hermes leaves', () => {
    for (const [table, columns] of Object.entries(shape.columns)) {
      expect(after.columns[table], table).toEqual(withoutPosition(columns));
    }
    for (const [table, indexes] of Object.entries(shape.indexes)) {
      expect(after.indexes[table], table).toEqual(byName(indexes));
    }
    for (const [table, keys] of Object.entries(shape.foreign_keys)) {
      expect(after.foreignKeys[table], table).toEqual(keys);
    }
  });

  it('has their definitions word for word', () => {
    const isPlain = ({ type, name }: RecordedObject) =>
      (type === 'table' || type === 'index') && !name.startsWith('messages_fts');
    const definitions = (objects: readonly RecordedObject[]) =>
      Object.fromEntries(objects.filter(isPlain).map(({ name, sql }) => [name, plainSql(sql)]));
    expect(definitions(after.objects)).toEqual(definitions(shape.objects));
  });

  it('has its row counts, keys and number', () => {
    const db = new SqliteDatabase(path, { readonly: true });
    for (const [table, count] of Object.entries(shape.row_counts)) {
      if (dependsOnSqlite(table)) continue;
      expect(db.prepare(`SELECT COUNT(*) FROM "${table}"`).pluck().get(), table).toBe(count);
    }
    db.close();
    expect(after.stateMeta).toEqual(shape.state_meta);
    expect(after.versions).toEqual([shape.schema_version].flat());
    expect(after.pragmas).toMatchObject({ journal_mode: 'delete', user_version: 0, application_id: 0 });
  });

  it('has the usage by model that Hermes seeds', () => {
    const db = new SqliteDatabase(path, { readonly: true });
    const usage = db.prepare<[], Row>('SELECT * FROM session_model_usage').all().map(withoutNulls);
    db.close();
    const sorted = (rows: readonly Row[]) => rows.map(row => JSON.stringify(Object.entries(row).sort())).sort();
    expect(sorted(usage)).toEqual(sorted(shape.session_model_usage ?? []));
  });

  it.each(['sessions', 'messages'] as const)('changes in %s what Hermes changes, and not one more value', table => {
    const old = new Set(before.columns[table]?.map(column => column.name));
    const added = (after.columns[table] ?? []).map(column => column.name).filter(name => !old.has(name));
    const change = recorded[`${table}_changed`];
    expect(changesOf(version, path, table, [...old])).toEqual(sortedByKey(change.changed));
    expect(change.new_rows).toEqual([]);
    expect(valuesOf(path, table, added)).toEqual(
      Object.fromEntries(Object.entries(change.new_columns).map(([name, values]) => [name, [...values].sort(byText)])),
    );
  });

  it('is backed up first, exactly where something changes', () => {
    const copies = readdirSync(dirname(path)).filter(name => name.startsWith('state.db.backup-'));
    expect(copies.length).toBe(version === 'v23' ? 0 : 1);
    if (upgrade === null) return;
    const { backup } = upgrade;
    expect(backup).toMatchObject({ sessions: before.rowCounts['sessions'], messages: before.rowCounts['messages'] });
    expect(differences(before, pictureOf(backup?.path ?? ''))).toEqual([]);
  });

  it.each(['plain', 'wal-closed'] as const)('%s: a second open changes no byte', form => {
    const copy = copyFixture(version, form);
    const mode = pictureOf(copy).pragmas['journal_mode'];
    new SessionDB(copy).close();
    const digest = () => createHash('sha256').update(readFileSync(copy)).digest('hex');
    const first = digest();
    const names = readdirSync(dirname(copy));
    const again = new SessionDB(copy);
    expect(again.store.upgrade).toBeNull();
    again.close();
    expect(digest()).toBe(first);
    expect(readdirSync(dirname(copy))).toEqual(names);
    expect(pictureOf(copy).pragmas['journal_mode']).toBe(mode);
  });
});

function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const sortedByKey = (changes: Changed['changed']) => [...changes].sort((a, b) => byText(a.key, b.key));

/** Changes in the columns that the file had before, in the form of the recording. */
function changesOf(version: FixtureVersion, path: string, table: string, columns: readonly string[]): unknown[] {
  const read = (file: string) => {
    const db = new SqliteDatabase(file, { readonly: true });
    const rows = db.prepare<[], Row>(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY id`).all();
    db.close();
    return rows;
  };
  const after = new Map(read(path).map(row => [row['id'], row]));
  const changes = read(copyFixture(version)).flatMap(row => {
    const now = after.get(row['id']) ?? {};
    const differing = columns.filter(name => JSON.stringify(row[name]) !== JSON.stringify(now[name]));
    if (differing.length === 0) return [];
    return [
      {
        key: row['id'],
        columns: Object.fromEntries(differing.map(name => [name, { before: row[name], after: now[name] }])),
      },
    ];
  });
  return changes.sort((a, b) => byText(a.key, b.key));
}

/** The values of each column, with how often they occur. */
function valuesOf(path: string, table: string, columns: readonly string[]): Record<string, unknown[]> {
  const db = new SqliteDatabase(path, { readonly: true });
  const values = columns.map(name => {
    const counted = db.prepare(`SELECT "${name}", COUNT(*) FROM ${table} GROUP BY 1`).raw().all();
    return [name, counted.sort(byText)] as const;
  });
  db.close();
  return Object.fromEntries(values);
}
