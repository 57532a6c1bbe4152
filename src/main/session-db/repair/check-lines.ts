import type { Database } from 'better-sqlite3';

/** What SQLite's own check said of one object. */
export interface CheckedObject {
  readonly object: string;
  /** What tells of damage. */
  readonly damage: readonly string[];
  /** What is odd, but loses nothing: a value that the column's declaration does not expect. */
  readonly odd: readonly string[];
}

/**
 * Runs one of SQLite's checks on a table and its indexes, and tells apart of which of them each line speaks.
 *
 * @param pragma - `quick_check` leaves out the comparison of the rows with the indexes.
 * @returns the table first, then those of its indexes that have a line.
 * @throws SQLite's error where the check itself cannot run.
 */
export function checkTable(db: Database, table: string, pragma: 'quick_check' | 'integrity_check'): CheckedObject[] {
  const lines = checkLines(db, `${pragma}("${table.replaceAll('"', '""')}")`);
  const roots = indexRoots(db, table);
  const byObject = new Map<string, string[]>([[table, []]]);
  for (const line of lines) {
    const object = indexNamed(line, roots) ?? table;
    byObject.set(object, [...(byObject.get(object) ?? []), line]);
  }
  return [...byObject].map(([object, said]) => ({
    object,
    damage: said.filter(line => !isOdd(line)),
    odd: said.filter(isOdd),
  }));
}

/** The lines of a check, without the headings and without `ok`. */
export function checkLines(db: Database, pragma: string): string[] {
  return db
    .prepare<[], string>(`PRAGMA ${pragma}`)
    .pluck()
    .all()
    .flatMap(row => row.split('\n'))
    .filter(line => line !== 'ok' && line !== '' && !line.startsWith('***'));
}

/** Indexes of a table by the page at which their tree begins. */
function indexRoots(db: Database, table: string): ReadonlyMap<number, string> {
  const rows = db
    .prepare<[string], { name: string; rootpage: number }>(
      "SELECT name, rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = ?",
    )
    .all(table);
  return new Map(rows.map(row => [row.rootpage, row.name]));
}

/** Lines speak of an index by its name, or by the page of its root. */
function indexNamed(line: string, roots: ReadonlyMap<number, string>): string | null {
  const named = /\bindex (\S+)$/.exec(line)?.[1];
  if (named !== undefined) return named;
  const tree = /^Tree (\d+)\b/.exec(line)?.[1];
  return tree === undefined ? null : (roots.get(Number(tree)) ?? null);
}

/** `NULL value in sessions.source`, `TEXT value in …`, `CHECK constraint failed in …`: readable rows all of them. */
function isOdd(line: string): boolean {
  return / value in \S+$|^CHECK constraint failed/.test(line);
}
