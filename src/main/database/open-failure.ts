import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { OpenFailure } from '../../shared/contract/database.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';

/** What the error screen says for one code. */
interface Explanation {
  readonly message: string;
  readonly hint: string;
  readonly canRetry: boolean;
  readonly canOpenCopy: boolean;
}

const EXPLANATIONS: Partial<Readonly<Record<ErrorCode, Explanation>>> = {
  'db-missing': {
    message: 'There is no file at this path.',
    hint: 'Check whether the folder was moved or its disk is not connected, or open another database.',
    canRetry: true,
    canOpenCopy: false,
  },
  'db-folder': {
    message: 'This path is a folder, not a database.',
    hint: 'Choose the file state.db inside it.',
    canRetry: false,
    canOpenCopy: false,
  },
  'db-empty': {
    message: 'This file is empty: it has 0 bytes and holds no sessions.',
    hint: 'If it should hold your history, look for a backup beside it. Nothing was written to it.',
    canRetry: true,
    canOpenCopy: false,
  },
  'db-not-a-database': {
    message: 'This file is not a database: it may be a text file, encrypted, or overwritten.',
    hint: 'Choose another file, or restore this one from a backup. Nothing was written to it.',
    canRetry: false,
    canOpenCopy: false,
  },
  'db-not-hermes': {
    message: 'This is an SQLite database, but not one of Hermes: it has no sessions.',
    hint: 'Choose the state.db of a Hermes home folder.',
    canRetry: false,
    canOpenCopy: false,
  },
  'db-corrupt': {
    message: 'This database is damaged and cannot be read.',
    hint: 'Close Hermes, then restore a backup or repair it: the file is copied with its -wal before anything is changed.',
    canRetry: true,
    canOpenCopy: true,
  },
  'db-locked': {
    message: 'Another program holds this database exclusively.',
    hint: 'It usually takes under a minute. If it stays, close that program. Do not delete state.db-wal: it holds messages that are not yet in the file.',
    canRetry: true,
    canOpenCopy: false,
  },
  'db-no-permission': {
    message: 'You may not read this file.',
    hint: 'Ask its owner for permission, or open a copy that belongs to you.',
    canRetry: true,
    canOpenCopy: false,
  },
  'db-read-only-folder': {
    message: 'This database cannot be read in place: it has a write-ahead log, and its folder cannot be written.',
    hint: 'Open a copy: the file and its log are copied into a private folder, and the original stays as it is.',
    canRetry: true,
    canOpenCopy: true,
  },
  'db-io': {
    message: 'The disk did not give this file back.',
    hint: 'Check the disk or the network connection and try again; a copy on a local disk may help.',
    canRetry: true,
    canOpenCopy: true,
  },
  'invalid-input': {
    message: 'The application was started with arguments that make no sense.',
    hint: 'Start it again with a path, or open a database here.',
    canRetry: false,
    canOpenCopy: false,
  },
  'db-full': {
    message: 'The disk is full.',
    hint: 'Free some space and try again. Nothing was written to the database.',
    canRetry: true,
    canOpenCopy: false,
  },
};

const UNEXPECTED: Explanation = {
  message: 'This database could not be opened.',
  hint: 'Try again, or open another one. Nothing was written to it.',
  canRetry: true,
  canOpenCopy: true,
};

/** Turns whatever stopped an open into what the error screen shows. */
export function explainFailure(path: string, error: unknown): OpenFailure {
  const code = error instanceof AppError ? error.code : 'internal';
  const canRepair = code === 'db-corrupt';
  return { code, path: displayPath(path), ...(EXPLANATIONS[code] ?? UNEXPECTED), canRepair, said: said(error) };
}

/** A path as people write it, the home folder as `~`. */
export function displayPath(path: string): string {
  const home = homedir();
  const isInside = home !== '/' && (path === home || path.startsWith(home + sep));
  return isInside ? `~${path.slice(home.length)}` : path;
}

/** The innermost cause: what SQLite or the system said. */
function said(error: unknown): string | null {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? said(error.cause) : error.message;
}
