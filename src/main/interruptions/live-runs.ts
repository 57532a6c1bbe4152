import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { errnoOf } from '../errno.ts';
import { toSessionDbError } from '../session-db/sqlite-errors.ts';

const SUFFIX = '.alive';
/** A lock is taken right after its file is made; one that is free for this long is of a process that is gone. */
const STALE_MS = 60_000;

/** What stands for a start of the app in the name of a file. */
export function runMark(runId: string): string {
  return createHash('sha256').update(runId).digest('hex').slice(0, 8);
}

/**
 * Lets others see that this start of the app is at work: an empty file of its own is locked through SQLite, and the
 * system unlocks it when the process or the thread is gone, whatever ended it. (A process number would be given away
 * again.)
 *
 * @param folder - of the marks; made where it is missing.
 * @returns call it at the end of the work, and keep it until then: what nothing refers to is closed.
 * @throws SessionDbError naming the folder, where nothing can be written there: the database itself is not at fault.
 */
export function holdAlive(folder: string, runId: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${runMark(runId)}-${randomUUID()}${SUFFIX}`);
  try {
    return lockAt(path);
  } catch (error) {
    throw toSessionDbError(error, folder);
  }
}

function lockAt(path: string): () => void {
  const lock = new Database(path);
  const release = () => {
    lock.close();
    rmSync(path, { force: true });
  };
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Starts of the app that are at work now, in this process or another, by their {@link runMark}. */
export function liveRuns(folder: string): ReadonlySet<string> {
  const locks = namesIn(folder).filter(name => name.endsWith(SUFFIX));
  const live = locks.filter(name => isLocked(join(folder, name)));
  for (const name of locks) if (!live.includes(name)) removeStale(join(folder, name));
  return new Set(live.map(name => name.slice(0, name.indexOf('-'))));
}

function isLocked(path: string): boolean {
  try {
    const other = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      other.exec('BEGIN IMMEDIATE; ROLLBACK');
      return false;
    } finally {
      other.close();
    }
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code.startsWith('SQLITE_BUSY')) return true;
    // Its work came to an end since it was listed.
    if (code.startsWith('SQLITE_CANTOPEN')) return false;
    throw error;
  }
}

function removeStale(path: string): void {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (Date.now() - modified > STALE_MS) rmSync(path, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}
