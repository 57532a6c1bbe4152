import type { Database } from 'better-sqlite3';
import { SessionDbError } from './errors.ts';
import { reportStep } from './job-watch.ts';
import type { JobWatch } from './job-watch.ts';

/** Pages a step: a step is what cancelling has to wait for. */
const PAGES_PER_STEP = 128;

/** Steps in a row in which the driver may say busy. Nobody else knows of the target, so it never does. */
const BUSY_STEPS = 100;

interface PageCopier {
  transfer(pages: number): { readonly totalPages: number; readonly remainingPages: number };
  close(): void;
}

interface CopierSource {
  backup(db: Database, schema: string, target: string, removeUnlessDone: boolean): PageCopier;
}

/**
 * Copies every page of a database into a file with SQLite's online backup, on this thread, from start to end. Rowids,
 * `sqlite_sequence`, free pages and the journal mode stay as they are, and memory stays flat. Where the connection
 * holds a read transaction the copy is exactly what that transaction sees, whatever others write meanwhile.
 *
 * @param target - a file that is empty or missing; what was copied of it is removed on a failure.
 * @throws whatever SQLite or `watch` throws.
 */
export function copyPages(db: Database, target: string, watch: JobWatch): void {
  const copier = copierSource(db).backup(db, 'main', target, true);
  try {
    let busy = 0;
    for (let last = -1, left = 1; left > 0; last = left) {
      const { totalPages, remainingPages } = copier.transfer(PAGES_PER_STEP);
      left = remainingPages;
      busy = left === last ? busy + 1 : 0;
      if (busy > BUSY_STEPS) throw new SessionDbError('db-locked', `${target} is locked by another program.`);
      reportStep(watch, { phase: 'copying', done: totalPages - left, total: totalPages, canCancel: true });
    }
  } finally {
    copier.close();
  }
}

/**
 * The object that the driver's own `backup()` drives. That method only works by returning to the event loop between
 * its steps, which a synchronous caller cannot do: the first write of an upgrade waits for the copy. The versions of
 * the driver that this runs on are fixed, and both have it.
 */
function copierSource(db: Database): CopierSource {
  const source = Object.getOwnPropertySymbols(db)
    .map((symbol): unknown => Reflect.get(db, symbol))
    .find(isCopierSource);
  if (source === undefined) throw new SessionDbError('internal', 'This build of the database driver copies no pages.');
  return source;
}

function isCopierSource(value: unknown): value is CopierSource {
  return typeof value === 'object' && value !== null && 'backup' in value && typeof value.backup === 'function';
}
