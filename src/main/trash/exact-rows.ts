import type { Database, Statement } from 'better-sqlite3';

/** A value as SQLite stores it. Text and blobs are bytes; which of the two is said beside the value. */
export type SqlValue = null | bigint | number | Uint8Array;

/** One letter a value: null, integer, real, text, blob. */
export type Kinds = string;

/** A row with every value exactly as it is stored. */
export interface ExactRow {
  /** Null in tables without one. */
  readonly rowid: bigint | null;
  /** Letters of `nirtb`, one a column. */
  readonly kinds: Kinds;
  readonly values: readonly SqlValue[];
}

/** What has to be known of a table to copy its rows. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly string[];
  /** Name by which the hidden row number can be read and written; null where there is none. */
  readonly rowid: string | null;
  /** True where a column is the row number, so that it is written with that column. */
  readonly rowidIsColumn: boolean;
}

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Reads the shape of an ordinary table; generated columns are left out, SQLite makes them anew. */
export function shapeOf(db: Database, table: string): TableShape {
  const columns = db
    .prepare<[string], { name: string; type: string; pk: number }>('SELECT name, type, pk FROM pragma_table_info(?)')
    .all(table);
  const names = columns.map(column => column.name);
  const taken = new Set(names.map(name => name.toLowerCase()));
  const withoutRowid = db
    .prepare<[string], number>("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .pluck()
    .get(table);
  const alias = ['rowid', '_rowid_', 'oid'].find(name => !taken.has(name)) ?? null;
  const keys = columns.filter(column => column.pk > 0);
  return {
    table,
    columns: names,
    rowid: withoutRowid === 1 ? null : alias,
    rowidIsColumn: keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER',
  };
}

/**
 * A SELECT of exact rows: the row number, which values are blobs, then the values, text as its bytes: as text SQLite's
 * driver would replace what is no UTF-8.
 *
 * @param where - SQL after WHERE; the table's alias is `t`.
 */
function selectSql({ table, columns, rowid }: TableShape, where: string): string {
  const names = columns.map(column => `t.${quoted(column)}`);
  const blobs = names.map(name => `(typeof(${name}) = 'blob')`).join(' || ');
  const bytes = names.map(name => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`);
  const number = rowid === null ? 'NULL' : `t.${rowid}`;
  const order = rowid === null ? '' : ` ORDER BY t.${rowid}`;
  return `SELECT ${number}, ${blobs}, ${bytes.join(', ')} FROM ${quoted(table)} t WHERE ${where}${order}`;
}

function toExactRow([rowid, blobs, ...values]: readonly unknown[]): ExactRow {
  const exact = values.map(toSqlValue);
  const kinds = exact.map((value, at) => kindOf(value, String(blobs)[at] === '1')).join('');
  return { rowid: typeof rowid === 'bigint' ? rowid : null, kinds, values: exact };
}

function toSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint8Array)
    return value;
  throw new TypeError(`SQLite gave a ${typeof value}`);
}

function kindOf(value: SqlValue, isBlob: boolean): string {
  if (value === null) return 'n';
  if (typeof value === 'bigint') return 'i';
  if (typeof value === 'number') return 'r';
  return isBlob ? 'b' : 't';
}

/**
 * Reads rows one at a time, in the order of their row numbers.
 *
 * @param where - SQL after WHERE; the table's alias is `t`.
 * @throws SqliteError `SQLITE_TOOBIG` for a row that is longer than SQLite's driver can hand over.
 */
export function* exactRows(
  db: Database,
  shape: TableShape,
  where: string,
  parameters: Readonly<Record<string, SqlValue | string>>,
): Generator<ExactRow> {
  const statement = db.prepare<unknown[], unknown[]>(selectSql(shape, where)).raw().safeIntegers();
  for (const row of statement.iterate(parameters)) yield toExactRow(row);
}

/** Makes a reader of single rows by their row numbers; null where the table has none. */
export function rowReader(db: Database, shape: TableShape): ((rowid: bigint) => ExactRow | null) | null {
  if (shape.rowid === null) return null;
  const sql = selectSql(shape, `t.${shape.rowid} = ?`);
  const statement = db.prepare<[bigint], unknown[]>(sql).raw().safeIntegers();
  return rowid => {
    const row = statement.get(rowid);
    return row === undefined ? null : toExactRow(row);
  };
}

/** True where two rows have the same values of the same kinds, bit for bit. */
export function sameValues(a: Pick<ExactRow, 'kinds' | 'values'>, b: Pick<ExactRow, 'kinds' | 'values'>): boolean {
  return a.kinds === b.kinds && a.values.every((value, at) => sameValue(value, b.values[at] ?? null));
}

/** True for the same value, bit for bit; text and blobs by their bytes. */
export function sameValue(a: SqlValue, b: SqlValue): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  return Object.is(a, b);
}

/** A place for a value in SQL: bytes become text again there, whatever they hold. */
export function placeFor(kind: string | undefined): string {
  return kind === 't' ? 'CAST(? AS TEXT)' : '?';
}

/** Puts rows into one table as they were, by plain INSERTs. */
export class RowInserter {
  readonly #db: Database;
  readonly #shape: TableShape;
  readonly #verb: string;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  /** @param verb - `INSERT`, or `INSERT OR IGNORE` for rows that may be there. */
  constructor(db: Database, shape: TableShape, verb = 'INSERT') {
    this.#db = db;
    this.#shape = shape;
    this.#verb = verb;
  }

  /**
   * @param rowid - the row number to give; null leaves it to SQLite.
   * @throws SqliteError where the row collides.
   */
  insert(row: ExactRow, rowid: bigint | null): void {
    const numbered = rowid !== null && this.#shape.rowid !== null && !this.#shape.rowidIsColumn;
    const statement = this.#statement(row.kinds, numbered);
    statement.run(...(numbered ? [rowid] : []), ...row.values);
  }

  /** Most rows of a table have their text in the same columns, so few statements serve all. */
  #statement(kinds: Kinds, numbered: boolean): Statement<unknown[]> {
    const key = (numbered ? '#' : '') + kinds.replaceAll(/[^t]/g, '?');
    const known = this.#statements.get(key);
    if (known !== undefined) return known;
    const { table, columns, rowid } = this.#shape;
    const names = [...(numbered && rowid !== null ? [rowid] : []), ...columns.map(quoted)];
    const places = [...(numbered ? ['?'] : []), ...columns.map((_, at) => placeFor(kinds[at]))];
    const sql = `${this.#verb} INTO ${quoted(table)} (${names.join(', ')}) VALUES (${places.join(', ')})`;
    const statement = this.#db.prepare<unknown[]>(sql);
    if (this.#statements.size < 200) this.#statements.set(key, statement);
    return statement;
  }
}
