import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SessionDbError } from './errors.ts';

/** What a copy is called until it was looked at. */
const UNFINISHED = '.partial';

/** Bytes that stay free beside a copy, so that other programs of the user can go on writing. */
const MARGIN_BYTES = 16 * 1024 * 1024;

/** Side files that SQLite may leave beside a file while it works on it. */
const SIDE_FILES = ['', '-journal', '-wal', '-shm'] as const;

/**
 * Seconds since 1970 as `20261129-201854` in local time: what backups carry in their names; spec: concurrency §6.
 *
 * @param separator - between date and time.
 */
export function localStamp(seconds: number, separator = '-'): string {
  const date = new Date(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear())}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}${separator}${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

/** The name, or the name with the first number from 2 on, of which neither is taken. */
export function freeName(path: string, isTaken: (path: string) => boolean = existsSync): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? path : `${path}-${String(count)}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/**
 * Refuses before a copy is begun that would fill the disk. Where the system does not say how much is free, the copy
 * itself finds out.
 *
 * @throws SessionDbError `db-full`.
 */
export function assertSpace(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free === null || free >= bytes + MARGIN_BYTES) return;
  throw new SessionDbError(
    'db-full',
    `${folder} has ${megabytes(free)} free, and a copy needs ${megabytes(bytes + MARGIN_BYTES)}.`,
    { hint: 'Free some space and try again.' },
  );
}

/** Bytes that this user may still fill; null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function megabytes(bytes: number): string {
  return `${String(Math.ceil(bytes / 1e6))} MB`;
}

/**
 * Makes an empty file for a copy, under a name that says that it is not finished.
 *
 * @param mode - permissions; those of the original, since a copy holds the same secrets.
 * @returns path of the unfinished file.
 * @throws the system's error where the folder cannot take it.
 */
export function reserve(folder: string, name: string, mode: number): string {
  mkdirSync(folder, { recursive: true });
  const isTaken = (path: string) => existsSync(path) || existsSync(path + UNFINISHED);
  const unfinished = freeName(join(folder, name), isTaken) + UNFINISHED;
  try {
    closeSync(openSync(unfinished, 'wx', mode));
    return unfinished;
  } catch (error) {
    // Another process that backs up in the same second was faster.
    if (codeOf(error) === 'EEXIST') return reserve(folder, name, mode);
    throw error;
  }
}

/**
 * Gives a finished copy its name, after everything of it is on the disk. An existing file is never replaced.
 *
 * @param unfinished - from {@link reserve}; no connection to it is open.
 * @returns path of the copy.
 */
export function publish(unfinished: string): string {
  for (const side of SIDE_FILES.slice(1)) rmSync(unfinished + side, { force: true });
  flush(unfinished, 'r+');
  const path = moveToFreeName(unfinished, unfinished.slice(0, -UNFINISHED.length));
  // A folder cannot be opened on Windows, where its entries are journalled.
  if (process.platform !== 'win32') flush(dirname(path), 'r');
  return path;
}

/** Removes what there is of a copy that failed. */
export function discard(unfinished: string): void {
  for (const side of SIDE_FILES) rmSync(unfinished + side, { force: true });
}

/** A link is made only where nothing has the name, which a rename does not promise; some file systems have no links. */
function moveToFreeName(from: string, wanted: string): string {
  const path = freeName(wanted);
  try {
    linkSync(from, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return moveToFreeName(from, wanted);
    renameSync(from, path);
    return path;
  }
  rmSync(from);
  return path;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function flush(path: string, flags: string): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** `state.db.backup-23-20261129-201854` for a file of schema 23. */
export function backupName(path: string, version: number | null, seconds: number): string {
  return `${basename(path)}.backup-${String(version ?? 'unknown')}-${localStamp(seconds)}`;
}
