import BetterSqlite3, { type Database } from 'better-sqlite3';
import type { BenchContext } from '../measurement.ts';

/** A plain read-only connection, for what SQLite itself can do; closed after the measurement. */
export function openBare(context: Pick<BenchContext, 'defer'>, path: string): Database {
  const db = new BetterSqlite3(path, { readonly: true });
  db.pragma('mmap_size = 0');
  context.defer(() => {
    db.close();
    return undefined;
  });
  return db;
}

/** Milliseconds of one call. */
export function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Milliseconds until a promise is fulfilled. */
export async function timeUntil(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
