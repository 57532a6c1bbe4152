import { SessionDbError } from './errors.ts';
import type { SessionDbErrorCode } from './errors.ts';

/** A failure of SQLite by its numeric family, such as `READONLY` with the detail `DIRECTORY`. */
export interface SqliteFailure {
  readonly family: string;
  readonly detail: string;
}

/** Primary result codes; an extended code has one of them in its low byte. */
const FAMILIES: Readonly<Record<number, string>> = {
  1: 'ERROR',
  3: 'PERM',
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  18: 'TOOBIG',
  19: 'CONSTRAINT',
  23: 'AUTH',
  24: 'NOTADB',
  26: 'NOTADB',
};

/** Extended codes that older better-sqlite3 builds have no name for and that change the answer. */
const DETAILS: Readonly<Record<number, string>> = {
  264: 'RECOVERY',
  267: 'VTAB',
  520: 'CANTLOCK',
  776: 'ROLLBACK',
  1032: 'DBMOVED',
  1288: 'CANTINIT',
  1544: 'DIRECTORY',
};

/**
 * The family of a SQLite error, or of the one that a typed error was made of; null for anything else. Older better-sqlite3 builds spell a code that they do not
 * know as `UNKNOWN_SQLITE_ERROR_<n>`; spec: concurrency §2.
 */
export function sqliteFailure(error: unknown): SqliteFailure | null {
  if (error instanceof SessionDbError) return sqliteFailure(error.cause);
  const code = codeOf(error);
  const unknown = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code);
  if (unknown !== null) {
    const number = Number(unknown[1]);
    return { family: FAMILIES[number & 0xff] ?? 'ERROR', detail: DETAILS[number] ?? '' };
  }
  const named = /^SQLITE_([A-Z]+)(?:_([A-Z_]+))?$/.exec(code);
  return named === null ? null : { family: named[1] ?? '', detail: named[2] ?? '' };
}

/** True where another connection is in the way and a second attempt may succeed. */
export function isContention(error: unknown): boolean {
  const family = sqliteFailure(error)?.family;
  return family === 'BUSY' || family === 'LOCKED';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Families whose cause is the file or what surrounds it, not the statement or its values. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'BUSY',
  'LOCKED',
  'PROTOCOL',
  'PERM',
  'CANTOPEN',
  'READONLY',
  'FULL',
  'IOERR',
  'CORRUPT',
  'NOTADB',
]);

/**
 * A failure of the file or of its surroundings as a typed error, such as a full disk. What a statement or its values
 * caused stays what it is, for whoever wrote the statement.
 */
export function typedFileFailure(error: unknown, path: string): unknown {
  return OF_THE_FILE.has(sqliteFailure(error)?.family ?? '') ? toSessionDbError(error, path) : error;
}

interface Answer {
  readonly code: SessionDbErrorCode;
  readonly says: string;
  readonly hint?: string;
}

const READ_ONLY_FOLDER: Answer = {
  code: 'db-read-only-folder',
  says: 'is in a folder that cannot be written, and its journal needs a side file there.',
  hint: 'Make the folder writable, or open a copy of the file together with its -wal file.',
};

const BY_FAMILY: Readonly<Record<string, Answer>> = {
  BUSY: { code: 'db-locked', says: 'is locked by another program.', hint: 'Try again in a moment.' },
  LOCKED: { code: 'db-locked', says: 'is locked by another program.', hint: 'Try again in a moment.' },
  PROTOCOL: {
    code: 'db-locked',
    says: 'could not be locked: the file system refuses the locks that SQLite needs.',
    hint: 'Copy the file from the network share to a local disk.',
  },
  PERM: {
    code: 'db-no-permission',
    says: 'may not be opened by this user.',
    hint: 'Check the permissions of the file.',
  },
  AUTH: {
    code: 'db-no-permission',
    says: 'may not be opened by this user.',
    hint: 'Check the permissions of the file.',
  },
  CANTOPEN: {
    code: 'db-no-permission',
    says: 'could not be opened.',
    hint: 'Check the permissions of the file, of its folder and of the files beside it.',
  },
  READONLY: { code: 'db-read-only', says: 'is open for reading only.', hint: 'Open it writable to change it.' },
  FULL: { code: 'db-full', says: 'could not grow: the disk is full.', hint: 'Free some space and try again.' },
  IOERR: { code: 'db-io', says: 'could not be read or written by the system.', hint: 'Check the disk or the network.' },
  CORRUPT: {
    code: 'db-corrupt',
    says: 'is damaged.',
    hint: 'Open a backup or a snapshot, or try a repair on a copy.',
  },
  NOTADB: {
    code: 'db-not-a-database',
    says: 'is not a SQLite database, or it is encrypted.',
    hint: 'Choose the state.db of Hermes.',
  },
  TOOBIG: { code: 'internal', says: 'holds a value that is too big to read.' },
  NOMEM: { code: 'internal', says: 'could not be read: out of memory.' },
};

const BY_DETAIL: Readonly<Record<string, Answer>> = {
  'READONLY DIRECTORY': READ_ONLY_FOLDER,
  'READONLY CANTINIT': READ_ONLY_FOLDER,
  'READONLY CANTLOCK': READ_ONLY_FOLDER,
  'READONLY ROLLBACK': {
    code: 'db-read-only',
    says: 'was left in the middle of a write that must be undone first.',
    hint: 'Start Hermes once so that it recovers the file, or open a copy with its -journal file.',
  },
  'READONLY DBMOVED': { code: 'db-missing', says: 'was moved or replaced while it was open.', hint: 'Open it again.' },
  'CORRUPT VTAB': { code: 'db-fts-corrupt', says: 'has a damaged search index.', hint: 'Rebuild the search index.' },
  'CONSTRAINT FOREIGNKEY': { code: 'invalid-input', says: 'has no such session.' },
};

const BY_ERRNO: Readonly<Record<string, Answer>> = {
  ENOENT: { code: 'db-missing', says: 'does not exist.', hint: 'Choose another file.' },
  ENOTDIR: { code: 'db-missing', says: 'does not exist.', hint: 'Choose another file.' },
  ENAMETOOLONG: { code: 'db-missing', says: 'is no path that a file can have.', hint: 'Choose another file.' },
  EISDIR: { code: 'db-folder', says: 'is a folder.', hint: 'Choose the state.db inside it.' },
  EACCES: {
    code: 'db-no-permission',
    says: 'may not be read by this user.',
    hint: 'Check the permissions of the file.',
  },
  EPERM: {
    code: 'db-no-permission',
    says: 'may not be read by this user.',
    hint: 'Check the permissions of the file.',
  },
  EROFS: { code: 'db-read-only-folder', says: 'is on a read-only disk.', hint: 'Open a copy of the file.' },
  ENOSPC: { code: 'db-full', says: 'could not grow: the disk is full.', hint: 'Free some space and try again.' },
  EDQUOT: {
    code: 'db-full',
    says: 'could not grow: the disk quota is used up.',
    hint: 'Free some space and try again.',
  },
};

/**
 * Any failure of SQLite or of the file system as a typed error with a code.
 *
 * @param error - what was thrown; a `SessionDbError` comes back as it is.
 * @param path - the file it is about, named in the message.
 * @returns code `internal` where nothing else fits. The text never decides, and no row content enters the message.
 */
export function toSessionDbError(error: unknown, path = 'The database'): SessionDbError {
  if (error instanceof SessionDbError) return error;
  const answer = answerTo(error);
  if (answer !== null)
    return new SessionDbError(answer.code, `${path} ${answer.says}`, { hint: answer.hint, cause: error });
  return new SessionDbError('internal', `${path} could not be used (${codeOf(error) || 'unexpected failure'}).`, {
    cause: error,
  });
}

function answerTo(error: unknown): Answer | null {
  const failure = sqliteFailure(error);
  if (failure !== null) {
    return BY_DETAIL[`${failure.family} ${failure.detail}`] ?? BY_FAMILY[failure.family] ?? null;
  }
  const code = codeOf(error);
  return BY_ERRNO[code] ?? (/^E[A-Z]+$/.test(code) ? { code: 'db-io', says: `could not be read (${code}).` } : null);
}
