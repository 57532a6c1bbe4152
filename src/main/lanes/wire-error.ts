import type { ErrorCode, WireError } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import { errnoOf } from '../errno.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { sqliteFailure, toSessionDbError } from '../session-db/sqlite-errors.ts';

/** Anything thrown by an operation in the form in which it crosses to main. Holds no text of the database. */
export function toWireError(error: unknown, path: string): WireError {
  if (error instanceof AppError) return error.toWire();
  if (error instanceof SessionDbError || sqliteFailure(error) !== null) {
    const { code, message, hint } = toSessionDbError(error, path);
    return { code, message, ...(hint === undefined ? {} : { hint }) };
  }
  const ofSystem = ofFileSystem(error);
  if (ofSystem !== null) return ofSystem;
  const name = error instanceof Error ? error.name : typeof error;
  return { code: 'internal', message: `Something went wrong inside the app (${name}).` };
}

const FULL = { code: 'db-full', message: 'The disk is full.', hint: 'Free some space and try again.' } as const;
const FORBIDDEN = {
  code: 'db-no-permission',
  message: 'A file or folder that the app has to write to may not be written by this user.',
  hint: 'Check the permissions of the folder with the app’s own data, and of the one that the database is in.',
} as const;

/** What the file system says of the app's own files: those of a person are named by whoever works with them. */
const BY_ERRNO: Readonly<Record<string, { code: ErrorCode; message: string; hint: string }>> = {
  ENOSPC: FULL,
  EDQUOT: { ...FULL, message: 'The disk quota is used up.' },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: { ...FORBIDDEN, code: 'db-read-only-folder', message: 'The disk that the app has to write to is read-only.' },
};

/** Null for an error that the file system did not raise, or that says nothing of use to a person. */
function ofFileSystem(error: unknown): WireError | null {
  const errno = error instanceof Error && 'syscall' in error ? errnoOf(error) : null;
  return errno === null ? null : (BY_ERRNO[errno] ?? null);
}
