import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../errno.ts';

/** A second of slack: some file systems round times. */
const SLACK_SECONDS = 2;

/**
 * Removes copies of a database that were being made when the app ended, which no one has seen whole.
 *
 * @param folders - where copies may be, beside the database's own folder.
 * @param since - seconds; older ones are of others.
 * @returns how many there were.
 */
export function removeUnfinishedCopies(database: string, folders: readonly string[], since: number): number {
  let removed = 0;
  for (const folder of new Set([dirname(database), ...folders])) {
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (!isUnfinishedCopy(name, basename(database)) || !isSince(path, since)) continue;
      rmSync(path, { force: true });
      if (name.endsWith('.partial')) removed += 1;
    }
  }
  return removed;
}

function isUnfinishedCopy(name: string, database: string): boolean {
  return name.startsWith(`${database}.`) && /\.partial(?:-journal|-wal|-shm)?$/.test(name);
}

function isSince(path: string, since: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.mtimeMs / 1000 >= since - SLACK_SECONDS;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'EACCES') return [];
    throw error;
  }
}
