import type { Store } from '../session-db/store.ts';
import { quoted, sameValue, type SqlValue } from './exact-rows.ts';
import type { CellChange, KindedValue } from './journal-format.ts';
import type { JournalWriter } from './journal-writer.ts';

/** Values of some columns of some rows. */
export interface Cells {
  readonly table: string;
  /** By id, then by column. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, KindedValue>>;
}

/**
 * Reads cells exactly.
 *
 * @param ids - of the rows; all rows unless given.
 */
export function cellsOf({ db }: Store, table: 'sessions', columns: readonly string[], ids?: readonly string[]): Cells {
  const live = new Set(db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table));
  const kept = columns.filter(column => live.has(column));
  const values = kept.flatMap(column => {
    const name = quoted(column);
    return [
      `substr(typeof(${name}), 1, 1)`,
      `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
    ];
  });
  const where = ids === undefined ? '' : 'WHERE id IN (SELECT value FROM json_each(?))';
  const sql = `SELECT ${['id', ...values].join(', ')} FROM ${quoted(table)} ${where}`;
  const rows = db
    .prepare<unknown[], unknown[]>(sql)
    .raw()
    .safeIntegers()
    .all(...(ids === undefined ? [] : [JSON.stringify(ids)]));
  return {
    table,
    rows: new Map(
      rows.map(([id, ...pairs]) => [String(id), new Map(kept.map((column, at) => [column, toKinded(pairs, at)]))]),
    ),
  };
}

function toKinded(pairs: readonly unknown[], at: number): KindedValue {
  const value = pairs[at * 2 + 1] ?? null;
  return { kind: String(pairs[at * 2]), value: isSqlValue(value) ? value : null };
}

function isSqlValue(value: unknown): value is SqlValue {
  return value === null || typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint8Array;
}

/** A column that did not exist held what it was added with. */
const ADDED: KindedValue = { kind: 'i', value: 0n };

/** What differs between two looks at the same rows. Rows that are in one of them only are passed over. */
export function changedCells(before: Cells, after: Cells): CellChange[] {
  const changes: CellChange[] = [];
  for (const [id, columns] of after.rows) {
    const old = before.rows.get(id);
    if (old === undefined) continue;
    for (const [column, value] of columns) {
      const was = old.get(column) ?? ADDED;
      if (was.kind === value.kind && sameValue(was.value, value.value)) continue;
      changes.push({ table: after.table, id, column, before: was, after: value });
    }
  }
  return changes;
}

/** Puts changes into a journal. */
export function writeCells(journal: JournalWriter, changes: readonly CellChange[]): void {
  for (const change of changes) journal.cell(change);
}
