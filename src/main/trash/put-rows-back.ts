import type { Database } from 'better-sqlite3';
import { SessionDbError } from '../session-db/errors.ts';
import { sqliteFailure } from '../session-db/sqlite-errors.ts';
import type { Store } from '../session-db/store.ts';
import {
  type ExactRow,
  quoted,
  RowInserter,
  rowReader,
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
  /** Reads what was inserted; null where rows have no number, or may have been there before. */
  readonly readBack: ((rowid: bigint) => ExactRow | null) | null;
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
    insertRow(target, record.row);
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
    readBack: table.mode === 'needed' ? null : rowReader(db, shape),
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

function insertRow({ table, shape, positions, inserter, readBack, freeRowid }: Target, stored: ExactRow): void {
  const row = positions === null ? stored : pick(stored, positions);
  const rowid = readBack === null ? null : freeRowid(stored.rowid);
  try {
    inserter.insert(row, rowid);
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'CONSTRAINT') throw error;
    throw conflict(`A row of ${table.table} is in the way of one that would come back.`, error);
  }
  const number = shape.rowidIsColumn ? stored.rowid : rowid;
  if (readBack !== null && number !== null) assertSame(table.table, row, readBack(number));
}

function pick({ rowid, kinds, values }: ExactRow, positions: readonly number[]): ExactRow {
  const value = (at: number): SqlValue => values[at] ?? null;
  return { rowid, kinds: positions.map(at => kinds[at] ?? 'n').join(''), values: positions.map(value) };
}

/** A trigger of a later build may write into the row that was inserted; then what is there is not what was. */
function assertSame(table: string, row: ExactRow, found: ExactRow | null): void {
  if (found !== null && sameValues(found, row)) return;
  throw new SessionDbError('conflict', `A row of ${table} does not come back as it was: the database changes it.`);
}
