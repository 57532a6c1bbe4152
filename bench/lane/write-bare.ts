import BetterSqlite3, { type Database } from 'better-sqlite3';
import { SessionDB } from '../../src/main/session-db/index.ts';
import { copyOf, type BenchDatabase } from '../database/bench-database.ts';
import type { BenchContext } from '../measurement.ts';

/** Longer than any of the others holds the lock, so that a plain program does not fail where the app waits. */
const PATIENCE_MS = 60_000;

/** A plain connection that writes, with the settings of the app's own: nothing is committed before it is on the disk. */
export function openBareWriter(path: string): Database {
  const db = new BetterSqlite3(path, { fileMustExist: true, timeout: PATIENCE_MS });
  db.pragma('mmap_size = 0');
  db.pragma('foreign_keys = ON');
  db.pragma('synchronous = FULL');
  return db;
}

/** Two copies of the measured file that are the same and current, one for the app and one for its floor. */
export function twinsOf(
  database: BenchDatabase,
  context: Pick<BenchContext, 'makeFolder'>,
): { app: string; bare: string } {
  const app = copyOf(database, context.makeFolder());
  new SessionDB(app).close();
  return { app, bare: copyOf({ ...database, path: app }, context.makeFolder()) };
}
