import type { Database } from 'better-sqlite3';
import { accessSync, constants } from 'node:fs';
import { backUpFile } from '../backup.ts';
import type { Backup } from '../backup.ts';
import { SessionDbError } from '../errors.ts';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { knownVersion } from '../stored-version.ts';
import { retrying, transact } from '../write.ts';
import { planMarks, planSchema, planSearch } from './plan.ts';
import type { Planner } from './plan.ts';
import type { SchemaStep } from './step.ts';
import type { Upgrade } from './upgrade.ts';

/** How to bring a file up to date. */
export interface UpgradeOptions extends JobWatch {
  readonly path: string;
  /** The clock, in Unix seconds. */
  readonly now: () => number;
  /** Folder for the backup where the file's own folder cannot take it. */
  readonly backupFolder?: string | undefined;
  /** Told each time another program had the lock and another attempt follows. */
  readonly onContention?: ((attempt: number) => void) | undefined;
}

/**
 * Brings a file to the current schema as a writable open of Hermes does; spec: migrations §2. A file that lacks nothing
 * is only read. Otherwise two transactions take the write lock first and plan again under it, since another program may
 * have been faster; an interruption leaves the file before or after each, and the next open does the rest.
 *
 * Before the first change of a table, a column, an index, a row or the number the file is backed up. The keys
 * `fts_storage_version` and `fts_optimize_available`, which Hermes sets on any open, are no such change.
 *
 * @param db - a connection with foreign keys off.
 * @returns null where the file lacked nothing.
 * @throws SessionDbError: where the backup fails, nothing is changed and the error says so.
 */
export function bringUpToDate(db: Database, options: UpgradeOptions): Upgrade | null {
  const from = retrying(() => knownVersion(db), options.onContention);
  const made: Made = { backup: null };
  const changes = [...change(db, [planSchema], options, made), ...change(db, [planSearch, planMarks], options, made)];
  if (changes.length === 0) return null;
  const to = retrying(() => knownVersion(db), options.onContention);
  return { from, to, changes, backup: made.backup };
}

/** Kept over attempts: one backup is enough, however often others have the lock. */
interface Made {
  backup: Backup | null;
}

/**
 * One transaction, in which every planner sees what the one before it left.
 *
 * @returns the names of the steps that were taken.
 */
function change(db: Database, planners: readonly Planner[], options: UpgradeOptions, made: Made): string[] {
  const { path, onContention } = options;
  return retrying(() => {
    const needed = planners.filter(planner => planner(db, path).length > 0);
    if (needed.length === 0) return [];
    if (needed.some(planner => planner !== planMarks)) made.backup ??= backUpFirst(knownVersion(db), options);
    return transact(db, () => planners.flatMap(planner => run(db, planner(db, path), options)));
  }, onContention);
}

function backUpFirst(version: number | null, options: UpgradeOptions): Backup {
  const { path, backupFolder, now, onProgress, checkCancelled } = options;
  assertWritableFile(path);
  const folders = backupFolder === undefined ? [] : [backupFolder];
  return backUpFile({ path, version, folders, now, onProgress, checkCancelled });
}

/** A backup of a file that cannot be changed afterwards would only fill the disk. */
function assertWritableFile(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new SessionDbError('db-read-only', `${path} needs an upgrade and may not be written by this user.`, {
      hint: 'Change the rights of the file, or open it read-only.',
      cause: error,
    });
  }
}

function run(db: Database, steps: readonly SchemaStep[], options: UpgradeOptions): string[] {
  for (const [done, step] of steps.entries()) {
    reportStep(options, { phase: step.name, done, total: steps.length, canCancel: false });
    step.run(db);
  }
  return steps.map(step => step.name);
}
