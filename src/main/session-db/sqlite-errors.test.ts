import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../shared/errors.ts';
import { SessionDbError } from './errors.ts';
import { isContention, sqliteFailure, toSessionDbError, typedFileFailure } from './sqlite-errors.ts';

const failure = (code: string) => Object.assign(new Error('some text'), { code });

describe('toSessionDbError', () => {
  it.each([
    ['SQLITE_BUSY', 'db-locked'],
    ['SQLITE_BUSY_SNAPSHOT', 'db-locked'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'db-locked'],
    ['SQLITE_PROTOCOL', 'db-locked'],
    ['SQLITE_CANTOPEN', 'db-no-permission'],
    ['SQLITE_CANTOPEN_ISDIR', 'db-no-permission'],
    ['SQLITE_PERM', 'db-no-permission'],
    ['SQLITE_READONLY', 'db-read-only'],
    ['SQLITE_READONLY_DIRECTORY', 'db-read-only-folder'],
    ['UNKNOWN_SQLITE_ERROR_1544', 'db-read-only-folder'],
    ['UNKNOWN_SQLITE_ERROR_1288', 'db-read-only-folder'],
    ['SQLITE_READONLY_ROLLBACK', 'db-read-only'],
    ['SQLITE_FULL', 'db-full'],
    ['SQLITE_IOERR', 'db-io'],
    ['SQLITE_IOERR_READ', 'db-io'],
    ['UNKNOWN_SQLITE_ERROR_8458', 'db-io'],
    ['SQLITE_CORRUPT', 'db-corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'db-corrupt'],
    ['SQLITE_CORRUPT_VTAB', 'db-fts-corrupt'],
    ['UNKNOWN_SQLITE_ERROR_267', 'db-fts-corrupt'],
    ['SQLITE_NOTADB', 'db-not-a-database'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'invalid-input'],
    ['SQLITE_ERROR', 'internal'],
    ['ENOENT', 'db-missing'],
    ['ENAMETOOLONG', 'db-missing'],
    ['EACCES', 'db-no-permission'],
    ['EROFS', 'db-read-only-folder'],
    ['ENOSPC', 'db-full'],
    ['EIO', 'db-io'],
    ['', 'internal'],
  ])('%s is %s', (code, answer) => {
    const error = toSessionDbError(failure(code), '/home/sam/state.db');
    expect(error.code).toBe(answer);
    expect(error.message).toContain('/home/sam/state.db');
    expect(error.message).not.toContain('some text');
    expect(error.cause).toMatchObject({ code });
    expect(ERROR_CODES).toContain(error.code);
  });

  it('keeps an error that has a code already', () => {
    const error = new SessionDbError('db-full', 'full');
    expect(toSessionDbError(error)).toBe(error);
  });

  it('sees through a typed error to what SQLite said', () => {
    const typed = toSessionDbError(failure('SQLITE_BUSY'), 'x');
    expect(sqliteFailure(typed)).toEqual({ family: 'BUSY', detail: '' });
    expect(isContention(typed)).toBe(true);
  });

  it('types what the file causes and leaves what a statement causes', () => {
    expect(typedFileFailure(failure('SQLITE_FULL'), 'x')).toMatchObject({ code: 'db-full' });
    expect(typedFileFailure(failure('SQLITE_IOERR_WRITE'), 'x')).toMatchObject({ code: 'db-io' });
    for (const code of ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', 'SQLITE_TOOBIG', 'ENOENT']) {
      const raw = failure(code);
      expect(typedFileFailure(raw, 'x')).toBe(raw);
    }
  });

  it('takes anything', () => {
    for (const thrown of [undefined, null, 'text', 7, {}]) expect(toSessionDbError(thrown).code).toBe('internal');
  });

  it('tells contention from the rest', () => {
    expect(isContention(failure('SQLITE_BUSY_RECOVERY'))).toBe(true);
    expect(isContention(failure('SQLITE_PROTOCOL'))).toBe(false);
    expect(isContention(new Error('database is locked'))).toBe(false);
    expect(sqliteFailure(failure('ENOENT'))).toBeNull();
  });
});
