import { AppError } from '../../shared/errors.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/** What went wrong in a few words, by code; the sentence of the error itself says more. */
export const ERROR_TITLES: Readonly<Record<ErrorCode, string>> = {
  'invalid-input': 'This request is not valid',
  'not-found': 'Not in this database',
  cancelled: 'Cancelled',
  'no-database': 'No database is open',
  'choose-profile': 'Choose one profile',
  'db-missing': 'This file does not exist',
  'db-folder': 'This is a folder, not a database',
  'db-empty': 'This file is empty',
  'db-not-a-database': 'This file is not a SQLite database',
  'db-not-hermes': 'This database is not from Hermes',
  'db-corrupt': 'This database is damaged',
  'db-fts-corrupt': 'The search index is damaged',
  'db-locked': 'Waiting for another program',
  'db-no-permission': 'No permission to read this file',
  'db-read-only-folder': 'This folder is read-only',
  'db-read-only': 'This database is read-only',
  'db-io': 'The disk did not answer',
  'db-full': 'The disk is full',
  'db-newer': 'This database is newer than this app',
  'needs-upgrade': 'This database has to be upgraded first',
  compressing: 'An agent is compressing this conversation',
  conflict: 'Something else is in the way',
  'file-exists': 'There is already such a file',
  'lane-crashed': 'The reader stopped and was started again',
  internal: 'Something went wrong in the app',
};

/** An error as a person reads it. */
export interface ErrorWords {
  readonly title: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Words for anything that a call may have thrown. */
export function errorWords(error: unknown): ErrorWords {
  if (error instanceof AppError) {
    return { title: ERROR_TITLES[error.code], message: error.message, hint: error.hint ?? null };
  }
  return { title: ERROR_TITLES.internal, message: error instanceof Error ? error.message : String(error), hint: null };
}

/** True for an error that nobody needs to see: the caller itself lost interest. */
export function isCancelled(error: unknown): boolean {
  return error instanceof AppError && error.code === 'cancelled';
}
