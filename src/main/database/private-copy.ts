import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { errnoOf } from '../errno.ts';

/** How often a copy is begun again because another program wrote meanwhile. */
const ATTEMPTS = 5;

/**
 * Copies a database and its write-ahead log into a fresh private folder. The original is only read; the shared-memory
 * file is left out, because SQLite makes it anew.
 *
 * @param path - the original file.
 * @param root - folder for private copies; it is made where it is missing.
 * @returns path of the copy.
 * @throws AppError `db-locked` where another program kept writing; the system's error where the file cannot be read or
 * there is no space. Nothing is left behind then.
 */
export async function copyDatabase(path: string, root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, 'copy-'));
  const target = join(folder, basename(path));
  try {
    await copyUnchanged(path, target);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return target;
}

/** A file and a log of different moments do not belong together: the pair counts only if neither changed meanwhile. */
async function copyUnchanged(path: string, target: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await signature(path);
    await copyFile(path, target, constants.COPYFILE_FICLONE);
    if (!(await copyIfPresent(`${path}-wal`, `${target}-wal`))) await rm(`${target}-wal`, { force: true });
    if ((await signature(path)) === before) return;
  }
  throw new AppError(
    'db-locked',
    'Another program keeps writing to this database, so no consistent copy can be made.',
    {
      hint: 'Close that program, or wait until it is idle, and try again.',
    },
  );
}

async function signature(path: string): Promise<string> {
  const parts = await Promise.all([path, `${path}-wal`].map(statIfPresent));
  return parts.join('|');
}

async function statIfPresent(path: string): Promise<string> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return `${String(ino)}:${String(size)}:${String(mtimeNs)}`;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 'absent';
    throw error;
  }
}

async function copyIfPresent(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
