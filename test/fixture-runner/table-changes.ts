import Database from 'better-sqlite3';

type Row = Readonly<Record<string, unknown>>;

/** The rows of one table by their key. */
interface TableRows {
  readonly key: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
}

export type Snapshot = ReadonlyMap<string, TableRows>;

/** What became of a table; a part is absent where there is nothing in it. */
export interface TableChanges {
  readonly added?: readonly Row[];
  readonly removed?: readonly unknown[];
  readonly changed?: readonly { readonly key: unknown; readonly columns: Row }[];
}

/** Every row of every ordinary table of a file that nobody in this process has open. The indexes are left out. */
export function snapshotOf(path: string): Snapshot {
  const db = new Database(path, { readonly: true });
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE 'messages\\_fts%' ESCAPE '\\' AND name NOT LIKE 'fts\\_v22\\_trash%' ESCAPE '\\'`,
      )
      .pluck()
      .all();
    return new Map(tables.map(table => [table, rowsOf(db, table)]));
  } finally {
    db.close();
  }
}

function rowsOf(db: Database.Database, table: string): TableRows {
  const key = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table);
  const rows = db.prepare<[], Row>(`SELECT * FROM "${table}" ORDER BY rowid`).all();
  return { key, rows: new Map(rows.map((row, at) => [keyText(row, key, at), row])) };
}

function keyText(row: Row, key: readonly string[], at: number): string {
  return JSON.stringify(key.length === 0 ? [at] : key.map(column => row[column]));
}

/** What differs between two snapshots, in the form of the recordings, each list in the order of its keys. */
export function changesBetween(before: Snapshot, after: Snapshot): Record<string, TableChanges> {
  const tables = [...after].map(([table, rows]): [string, TableChanges] => [table, changesOf(before.get(table), rows)]);
  return Object.fromEntries(tables.filter(([, changes]) => Object.keys(changes).length > 0));
}

function changesOf(before: TableRows | undefined, after: TableRows): TableChanges {
  const old = before?.rows ?? new Map<string, Row>();
  const added = [...after.rows].filter(([key]) => !old.has(key)).map(([, row]) => withoutNulls(row));
  const removed = [...old.keys()].filter(key => !after.rows.has(key)).map(keyValue);
  const changed = [...after.rows].flatMap(([key, row]) => {
    const columns = changedColumns(old.get(key), row);
    return Object.keys(columns).length === 0 ? [] : [{ key: keyValue(key), columns }];
  });
  return {
    ...(added.length > 0 ? { added: added.toSorted(byText) } : {}),
    ...(removed.length > 0 ? { removed: removed.toSorted(byText) } : {}),
    ...(changed.length > 0 ? { changed: changed.toSorted((a, b) => byText(a.key, b.key)) } : {}),
  };
}

/** A column that only one of the two has is a change of the schema, not of the row. */
function changedColumns(before: Row | undefined, after: Row): Row {
  if (before === undefined) return {};
  const columns = Object.keys(after).filter(column => column in before && !same(before[column], after[column]));
  return Object.fromEntries(columns.map(column => [column, [before[column], after[column]]]));
}

function same(left: unknown, right: unknown): boolean {
  return left instanceof Uint8Array && right instanceof Uint8Array
    ? Buffer.compare(left, right) === 0
    : Object.is(left, right);
}

function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

function keyValue(key: string): unknown {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) && parts.length === 1 ? parts[0] : parts;
}

/** Recorded changes with each list in the order of its keys, which is no part of what was recorded. */
export function inKeyOrder(changes: Readonly<Record<string, TableChanges>>): Record<string, TableChanges> {
  return Object.fromEntries(
    Object.entries(changes).map(([table, { added, removed, changed }]) => [
      table,
      {
        ...(added === undefined ? {} : { added: added.toSorted(byText) }),
        ...(removed === undefined ? {} : { removed: removed.toSorted(byText) }),
        ...(changed === undefined ? {} : { changed: changed.toSorted((a, b) => byText(a.key, b.key)) }),
      },
    ]),
  );
}

/** Rows by their id, anything else by its text. */
function byText(left: unknown, right: unknown): number {
  const [a, b] = [sortText(left), sortText(right)];
  return a < b ? -1 : Number(a > b);
}

function sortText(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  const text = JSON.stringify(id);
  return typeof id === 'number' ? text.padStart(20, '0') : text;
}
