import SqliteDatabase from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { SessionDbError } from './errors.ts';
import { reportStep } from './job-watch.ts';
import type { JobWatch } from './job-watch.ts';
import { knownVersion } from './stored-version.ts';
import { ordinaryTables, quoted } from './tables.ts';

/** Rows by table, and the schema number, of one moment of a file. */
export interface RowCounts {
  readonly version: number | null;
  readonly byTable: ReadonlyMap<string, number>;
  /** Rows of a table; 0 where there is none. */
  readonly of: (table: string) => number;
}

/** Counts the rows of every ordinary table. */
export function countRows(db: Database, watch: JobWatch): RowCounts {
  const tables = ordinaryTables(db);
  const byTable = new Map<string, number>();
  for (const table of tables) {
    reportStep(watch, { phase: 'counting', done: byTable.size, total: tables.length, canCancel: true });
    byTable.set(
      table,
      Number(
        db
          .prepare(`SELECT count(*) FROM ${quoted(table)}`)
          .pluck()
          .get(),
      ),
    );
  }
  return { version: knownVersion(db), byTable, of: table => byTable.get(table) ?? 0 };
}

/**
 * Looks at a copy: every ordinary table passes `quick_check`, and has the rows that it should.
 *
 * @throws SessionDbError `db-corrupt` where it does not.
 */
export function assertSameRows(path: string, expected: RowCounts, watch: JobWatch): void {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma('mmap_size = 0');
    const actual = countRows(db, {});
    const tables = [...expected.byTable.keys()];
    tables.forEach((table, done) => {
      reportStep(watch, { phase: 'verifying', done, total: tables.length, canCancel: true });
      assertSound(db, table);
    });
    if (isSame(actual, expected)) return;
    throw new SessionDbError('db-corrupt', `The copy ${path} does not have the rows of the original.`, {
      hint: 'Check the disk, and try again.',
    });
  } finally {
    db.close();
  }
}

/** What the check says names pages and rows, never content. */
function assertSound(db: Database, table: string): void {
  const said: unknown = db
    .prepare(`PRAGMA quick_check(${quoted(table)})`)
    .pluck()
    .get();
  if (said === 'ok') return;
  throw new SessionDbError('db-corrupt', `The table ${table} is damaged, and so is its copy: ${String(said)}.`, {
    hint: 'Check the database. The repair keeps a raw copy of it.',
  });
}

function isSame(actual: RowCounts, expected: RowCounts): boolean {
  return (
    actual.version === expected.version &&
    actual.byTable.size === expected.byTable.size &&
    [...expected.byTable].every(([table, rows]) => actual.byTable.get(table) === rows)
  );
}
