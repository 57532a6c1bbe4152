import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { ordinaryTables } from '../tables.ts';
import { checkLines, checkTable } from './check-lines.ts';
import type { CheckedObject } from './check-lines.ts';
import { toldLines } from './findings.ts';
import type { HealthFinding } from './findings.ts';

/** Failures of SQLite that are an answer; the others, such as a disk that cannot be read, are failures of the check. */
const REASONS: Readonly<Record<string, string>> = {
  CORRUPT: 'it cannot be read',
  BUSY: 'another program holds the file',
  LOCKED: 'another program holds the file',
  TOOBIG: 'a value is too big to be read',
  ERROR: 'another part of the file is in the way',
};

/**
 * Checks every ordinary table by itself: the check of the whole file visits the search indexes too, and calls healthy
 * ones of older SQLites damaged; spec: concurrency §6.1.
 *
 * @param pragma - `integrity_check` compares every row with every index, too.
 */
export function checkData(
  { db }: Store,
  pragma: 'quick_check' | 'integrity_check',
  watch: JobWatch,
): readonly HealthFinding[] {
  const tables = ordinaryTables(db);
  return tables.flatMap((table, done) => {
    reportStep(watch, { phase: 'tables', done, total: tables.length, canCancel: true });
    return unlessUnreadable(table, 'data', () => checkTable(db, table, pragma).map(part => judged(part, table)));
  });
}

function judged({ object, damage, odd }: CheckedObject, table: string): HealthFinding {
  const kind = object === table ? 'data' : 'index';
  if (damage.length > 0) return { object, kind, state: 'damaged', detail: toldLines(damage) };
  if (odd.length > 0) return { object, kind, state: 'unknown', detail: toldLines(odd) };
  return { object, kind, state: 'ok', detail: null };
}

/**
 * Checks the table of the schema, and with it the list of free pages: where that is wrong, a later write would overwrite
 * pages in use. (The check of the whole file skips the list in files with views, and visits the search indexes.)
 */
export function checkSchema({ db }: Store): readonly HealthFinding[] {
  return unlessUnreadable('sqlite_master', 'schema', () => {
    const lines = checkLines(db, 'quick_check("sqlite_schema")');
    const detail = lines.length === 0 ? null : toldLines(lines);
    return [{ object: 'sqlite_master', kind: 'schema', state: detail === null ? 'ok' : 'damaged', detail }];
  });
}

/** Rows whose session is not there. Other programs delete without foreign keys; nothing is broken by it. */
export function checkKeys({ db }: Store): readonly HealthFinding[] {
  return unlessUnreadable('foreign keys', 'keys', () => {
    const orphans = db
      .prepare<[], { child: string; parent: string; rows: number }>(
        `SELECT "table" AS child, parent, count(*) AS rows FROM pragma_foreign_key_check
         GROUP BY child, parent ORDER BY child, parent`,
      )
      .all();
    return orphans.map(({ child, parent, rows }) => ({
      object: child,
      kind: 'keys',
      state: 'incomplete',
      detail: `${String(rows)} ${rows === 1 ? 'row names' : 'rows name'} a row of ${parent} that is not there`,
    }));
  });
}

/** What SQLite cannot read is damaged; only of keys, which take several tables, nothing is known then. */
function unlessUnreadable(
  object: string,
  kind: HealthFinding['kind'],
  check: () => readonly HealthFinding[],
): readonly HealthFinding[] {
  try {
    return check();
  } catch (error) {
    const family = sqliteFailure(error)?.family ?? '';
    const detail = REASONS[family];
    if (detail === undefined) throw error;
    return [{ object, kind, state: kind !== 'keys' && family === 'CORRUPT' ? 'damaged' : 'unknown', detail }];
  }
}
