import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assertSpace, freeName, localStamp } from '../backup-target.ts';
import { SessionDbError } from '../errors.ts';
import { toSessionDbError } from '../sqlite-errors.ts';

/** The file and everything beside it that may hold a part of its content. */
const PARTS = ['', '-wal', '-shm', '-journal'] as const;

const CHUNK = 1024 * 1024;

/** Where a raw copy goes and when. */
export interface RawCopyOptions {
  /** Where to go if the file's own folder cannot take it, best first. */
  readonly folders: readonly string[];
  /** The clock, in Unix seconds. */
  readonly now: () => number;
}

/**
 * Copies a file that may not open any more, byte by byte, with its side files, as
 * `<file>.malformed-backup-YYYYMMDD_HHMMSS`; spec: concurrency §6.3. Compares the copy with the original.
 *
 * No connection of this process to the file may be open: on POSIX systems it would lose its locks.
 *
 * @returns path of the copy.
 * @throws SessionDbError where no folder can take it, with the reasons of all in its text, or `db-locked` where somebody
 * wrote meanwhile. Nothing is left behind then.
 */
export function copyRaw(path: string, options: RawCopyOptions): string {
  const failures: SessionDbError[] = [];
  for (const folder of new Set([dirname(path), ...options.folders])) {
    try {
      return copyInto(path, folder, options.now());
    } catch (error) {
      const failure = toSessionDbError(error, folder);
      if (failure.code === 'internal' || failure.code === 'db-locked') throw failure;
      failures.push(failure);
    }
  }
  const reasons = failures.map(failure => failure.message).join(' ');
  throw new SessionDbError(
    failures[0]?.code ?? 'internal',
    `${path} was not touched: it could not be copied first. ${reasons}`,
    {
      hint: 'Make space or choose a folder that can be written, and try again.',
      cause: failures[0],
    },
  );
}

/** Removes a raw copy with its side files. */
export function removeRawCopy(copy: string): void {
  for (const part of PARTS) rmSync(copy + part, { force: true });
}

function copyInto(path: string, folder: string, seconds: number): string {
  const parts = PARTS.filter(part => existsSync(path + part));
  const before = signature(path);
  assertSpace(
    folder,
    parts.reduce((sum, part) => sum + statSync(path + part).size, 0),
  );
  const name = `${basename(path)}.malformed-backup-${localStamp(seconds, '_')}`;
  const copy = freeName(join(folder, name), candidate => PARTS.some(part => existsSync(candidate + part)));
  try {
    for (const part of parts) copyPart(path + part, copy + part);
    if (signature(path) === before) return copy;
  } catch (error) {
    removeRawCopy(copy);
    throw error;
  }
  removeRawCopy(copy);
  throw new SessionDbError('db-locked', `${path} was written by another program while it was copied.`, {
    hint: 'Close every program that uses the database, and try again.',
  });
}

function copyPart(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const { atime, mtime } = statSync(from);
  utimesSync(to, atime, mtime);
  const descriptors = [openSync(from, 'r'), openSync(to, 'r+')] as const;
  try {
    fsyncSync(descriptors[1]);
    assertEqual(...descriptors, to);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

function assertEqual(...[from, to, name]: [from: number, to: number, name: string]): void {
  const [left, right] = [Buffer.alloc(CHUNK), Buffer.alloc(CHUNK)];
  for (let length = -1; length !== 0;) {
    length = readSync(from, left);
    if (readSync(to, right) !== length || left.compare(right, 0, length, 0, length) !== 0) {
      throw new SessionDbError('db-io', `${name} is not what was copied.`, { hint: 'Check the disk.' });
    }
  }
}

function signature(path: string): string {
  return PARTS.map(part => {
    const found = statSync(path + part, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'absent' : `${String(found.ino)}:${String(found.size)}:${String(found.mtimeNs)}`;
  }).join('|');
}
