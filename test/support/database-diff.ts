import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';

/** One object of `sqlite_master`. */
export interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly on: string;
  readonly sql: string | null;
}

/** One column as `table_info` gives it, without its position. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly default: string | null;
  readonly pk: number;
}

/** Everything in a database file that a program could notice, rows by a digest of each. */
export interface Picture {
  readonly objects: readonly SchemaObject[];
  readonly columns: Readonly<Record<string, readonly Column[]>>;
  readonly indexes: Readonly<Record<string, readonly unknown[]>>;
  /** As `PRAGMA foreign_key_list` gives them, without names. */
  readonly foreignKeys: Readonly<Record<string, readonly unknown[]>>;
  /** Rows by table: a digest by rowid, over the values of all columns. Virtual and shadow tables are left out. */
  readonly rows: Readonly<Record<string, ReadonlyMap<string, string>>>;
  readonly rowCounts: Readonly<Record<string, number>>;
  readonly stateMeta: readonly (readonly [string, string])[];
  readonly versions: readonly unknown[];
  readonly pragmas: Readonly<Record<string, unknown>>;
}

const PRAGMAS = ['user_version', 'application_id', 'page_size', 'encoding', 'auto_vacuum', 'journal_mode'] as const;

/** A definition without the white space that says nothing. */
export function plainSql(sql: string | null): string | null {
  return (
    sql
      ?.replace(/\s+/g, ' ')
      .replace(/ ?([(),]) ?/g, '$1')
      .trim() ?? null
  );
}

/**
 * Takes a picture of a file that nobody is writing.
 *
 * @param columns - by table, those whose values count; all unless given.
 */
export function pictureOf(path: string, columns: Readonly<Record<string, readonly string[]>> = {}): Picture {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  try {
    const objects = objectsOf(db);
    const tables = objects.filter(each => each.type === 'table').map(each => each.name);
    const plain = tables.filter(name => !isOfIndex(name));
    const of = <T>(names: readonly string[], read: (name: string) => T) =>
      Object.fromEntries(names.map(name => [name, read(name)]));
    return {
      objects,
      columns: of(tables, name =>
        all<Column>(db, `SELECT name, type, "notnull", dflt_value AS "default", pk FROM pragma_table_info('${name}')`),
      ),
      indexes: of(tables, name =>
        all(db, `SELECT name, "unique", origin, partial FROM pragma_index_list('${name}') ORDER BY name`),
      ),
      foreignKeys: of(tables, name => db.prepare(`PRAGMA foreign_key_list("${name}")`).raw().all()),
      rows: of(plain, name => digests(db, name, columns[name])),
      rowCounts: of(plain, name => Number(db.prepare(`SELECT COUNT(*) FROM "${name}"`).pluck().get())),
      stateMeta: tables.includes('state_meta')
        ? db.prepare<[], [string, string]>('SELECT key, value FROM state_meta ORDER BY key').raw().all()
        : [],
      versions: tables.includes('schema_version') ? db.prepare('SELECT version FROM schema_version').pluck().all() : [],
      pragmas: Object.fromEntries(PRAGMAS.map(name => [name, db.pragma(name, { simple: true })])),
    };
  } finally {
    db.close();
  }
}

function isOfIndex(table: string): boolean {
  return table.startsWith('messages_fts');
}

function objectsOf(db: Database): SchemaObject[] {
  return all<SchemaObject>(db, 'SELECT type, name, tbl_name AS "on", sql FROM sqlite_master ORDER BY type, name').map(
    object => ({ ...object, sql: plainSql(object.sql) }),
  );
}

function all<T>(db: Database, sql: string): T[] {
  return db.prepare<[], T>(sql).all();
}

/** Storage classes count: 1, 1.0 and '1' are three values. */
function digests(db: Database, table: string, wanted?: readonly string[]): Map<string, string> {
  const names =
    wanted ?? all<{ name: string }>(db, `SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
  const values = names.map(name => `typeof("${name}"), "${name}"`).join(', ');
  const rows = db.prepare<[], unknown[]>(`SELECT rowid, ${values} FROM "${table}" ORDER BY rowid`).raw();
  return new Map(rows.all().map(([rowid, ...row]) => [String(rowid), digestOf(row)]));
}

function digestOf(row: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const value of row) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value), 'utf8');
    hash.update(`${String(bytes.length)}:`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * What differs between two pictures, one line each, such as `- index idx_sessions_source` or `~ messages row 12`; empty
 * where nothing does.
 */
export function differences(before: Picture, after: Picture): string[] {
  const named = (picture: Picture) =>
    new Map(picture.objects.map(each => [`${each.type} ${each.name}`, JSON.stringify(each)]));
  const facts = (picture: Picture) =>
    new Map(
      Object.entries({ ...flat('columns of', picture.columns), ...flat('indexes of', picture.indexes) })
        .concat(Object.entries(flat('foreign keys of', picture.foreignKeys)))
        .concat(picture.stateMeta.map(([key, value]) => [`key ${key}`, value]))
        .concat([['schema version', JSON.stringify(picture.versions)]])
        .concat(Object.entries(picture.pragmas).map(([name, value]) => [`pragma ${name}`, String(value)])),
    );
  const tables = [...new Set([...Object.keys(before.rows), ...Object.keys(after.rows)])];
  const rows = tables.flatMap(table =>
    compare(
      before.rows[table] ?? new Map<string, string>(),
      after.rows[table] ?? new Map<string, string>(),
      `row of ${table}:`,
    ),
  );
  return [...compare(named(before), named(after), ''), ...compare(facts(before), facts(after), ''), ...rows];
}

function flat(what: string, tables: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, value]) => [`${what} ${table}`, JSON.stringify(value)]),
  );
}

function compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, what: string): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap(name => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    return [`${old === undefined ? '+' : now === undefined ? '-' : '~'} ${what} ${name}`.replace(/ +/g, ' ')];
  });
}
