import type { Database } from 'better-sqlite3';
import { SessionDbError } from '../session-db/errors.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import type { Store } from '../session-db/store.ts';
import {
  type ExactRow,
  exactRows,
  quoted,
  RowInserter,
  sameValues,
  shapeOf,
  type SqlValue,
  type TableShape,
} from './exact-rows.ts';
import type { CellChange, JournalTable } from './journal-format.ts';
import { readJournal, type JournalSummary } from './journal-reader.ts';
import { conflict, textOf, valueOf } from './restore-checks.ts';

/** What {@link putRowsBack} did, and left to do. */
export interface PutBack {
  readonly sessions: string[];
  readonly cells: CellChange[];
}

/** Puts the rows of one table back. */
interface Target {
  readonly table: JournalTable;
  /** The live table, with the columns of the journal that it still has. */
  readonly shape: TableShape;
  /** Positions of those columns in a row of the journal; null where it has all. */
  readonly positions: readonly number[] | null;
  readonly inserter: RowInserter;
  /** Gives a row number that nobody has. */
  readonly freeRowid: (rowid: bigint | null) => bigint | null;
}

/**
 * Inserts every row of a journal, inside a transaction of the caller, with foreign keys off: rows come in the order in
 * which they were taken, and some refer to ones that come later.
 *
 * @returns ids of the sessions that were inserted, and the changed values that the journal holds besides.
 * @throws SessionDbError `conflict` where a row collides or does not come back as it was.
 */
export function putRowsBack(store: Store, path: string, summary: JournalSummary): PutBack {
  const targets = new Map<string, Target>();
  const found: PutBack = { sessions: [], cells: [] };
  for (const record of readJournal(path)) {
    if (record.kind === 'cell') {
      found.cells.push(record.cell);
      continue;
    }
    const { table } = record;
    const key = `${table.mode} ${table.table}`;
    const target = targets.get(key) ?? targetOf(store.db, table, summary);
    targets.set(key, target);
    insertRow(store.db, target, record.row);
    if (table.table === 'sessions') found.sessions.push(textOf(valueOf(record, 'id')) ?? '');
  }
  return found;
}

function targetOf(db: Database, table: JournalTable, { footer }: JournalSummary): Target {
  const live = shapeOf(db, table.table);
  const kept = table.columns.filter(column => live.columns.includes(column));
  const isWhole = kept.length === table.columns.length;
  const shape = { ...live, columns: kept };
  return {
    table,
    shape,
    positions: isWhole ? null : kept.map(column => table.columns.indexOf(column)),
    inserter: new RowInserter(db, shape, table.mode === 'needed' ? 'INSERT OR IGNORE' : 'INSERT'),
    freeRowid: rowidChooser(db, shape, BigInt(footer.maxRowid[table.table] ?? 0)),
  };
}

/**
 * The number that a row had, so that rows stand in their old order; where another row has it by now, one above all
 * others.
 */
function rowidChooser(db: Database, { table, rowid, rowidIsColumn }: TableShape, highest: bigint): Target['freeRowid'] {
  if (rowid === null || rowidIsColumn) return () => null;
  const taken = db.prepare<[bigint], unknown>(`SELECT 1 FROM ${quoted(table)} WHERE ${rowid} = ?`).pluck();
  const last = db
    .prepare<[], bigint | null>(`SELECT MAX(${rowid}) FROM ${quoted(table)}`)
    .pluck()
    .safeIntegers();
  let next: bigint | null = null;
  return wanted => {
    if (wanted === null || taken.get(wanted) === undefined) return wanted;
    const above = last.get() ?? 0n;
    next = 1n + (next ?? (above > highest ? above : highest));
    return next;
  };
}

function insertRow(db: Database, { table, shape, positions, inserter, freeRowid }: Target, stored: ExactRow): void {
  const row = positions === null ? stored : pick(stored, positions);
  const isNeeded = table.mode === 'needed';
  const rowid = isNeeded ? null : freeRowid(stored.rowid);
  try {
    inserter.insert(row, rowid);
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'CONSTRAINT') throw error;
    throw conflict(`A row of ${table.table} is in the way of one that would come back.`, error);
  }
  if (!isNeeded && shape.rowid !== null) assertSame(db, shape, row, shape.rowidIsColumn ? stored.rowid : rowid);
}

function pick({ rowid, kinds, values }: ExactRow, positions: readonly number[]): ExactRow {
  const value = (at: number): SqlValue => values[at] ?? null;
  return { rowid, kinds: positions.map(at => kinds[at] ?? 'n').join(''), values: positions.map(value) };
}

/** A trigger of a later build may write into the row that was inserted; then what is there is not what was. */
function assertSame(db: Database, shape: TableShape, row: ExactRow, rowid: bigint | null): void {
  if (shape.rowid === null || rowid === null) return;
  for (const found of exactRows(db, shape, `t.${shape.rowid} = :rowid`, { rowid })) {
    if (sameValues(found, row)) return;
  }
  throw new SessionDbError(
    'conflict',
    `A row of ${shape.table} does not come back as it was: the database changes it.`,
  );
}
