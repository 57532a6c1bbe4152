import type { Database } from 'better-sqlite3';
import type { FtsTable } from '../fts/shapes.ts';

/** Rows that are read at a time. */
const PAGE = 5000;

/**
 * How many tokens the lists of an index hold. Asked through a temporary table, so nothing is written to the file.
 *
 * @param terms - how many terms to look at; all unless given.
 */
export function indexedTokens(db: Database, table: FtsTable, terms = -1): number {
  db.exec(`CREATE VIRTUAL TABLE temp.health_terms USING fts5vocab('main', '${table}', 'row')`);
  try {
    return (
      db
        .prepare<[number], number>('SELECT COALESCE(SUM(cnt), 0) FROM (SELECT cnt FROM temp.health_terms LIMIT ?)')
        .pluck()
        .get(terms) ?? 0
    );
  } finally {
    db.exec('DROP TABLE temp.health_terms');
  }
}

/**
 * How many tokens an index should hold by its own record of each row.
 *
 * @param rows - how many rows to look at; all unless given.
 */
export function storedTokens(db: Database, table: FtsTable, rows = Infinity): number {
  const page = db.prepare<[number, number], { id: number; sz: unknown }>(
    `SELECT id, sz FROM ${table}_docsize WHERE id > ? ORDER BY id LIMIT ?`,
  );
  let total = 0;
  let left = rows;
  for (let after = Number.MIN_SAFE_INTEGER; left > 0;) {
    const found = page.all(after, Math.min(PAGE, left));
    if (found.length === 0) break;
    for (const { sz } of found) total += sumOfVarints(sz);
    after = found.at(-1)?.id ?? after;
    left -= found.length;
  }
  return total;
}

/** A record is one variable-length integer a column, seven bits a byte, most significant first. */
function sumOfVarints(record: unknown): number {
  if (!(record instanceof Uint8Array)) return 0;
  let sum = 0;
  let value = 0;
  for (const byte of record) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      sum += value;
      value = 0;
    }
  }
  return sum;
}
