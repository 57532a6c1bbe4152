import BetterSqlite3 from 'better-sqlite3';
import type { ErrorCode, WireError } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';

/** Anything thrown by an operation in the form in which it crosses to main. Holds no text of the database. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) return error.toWire();
  if (error instanceof BetterSqlite3.SqliteError) {
    return { code: codeOf(error.code), message: `The database answered ${error.code}.` };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return { code: 'internal', message: `Something went wrong inside the app (${name}).` };
}

function codeOf(sqliteCode: string): ErrorCode {
  if (sqliteCode === 'SQLITE_CORRUPT_VTAB') return 'db-fts-corrupt';
  if (sqliteCode.startsWith('SQLITE_CORRUPT')) return 'db-corrupt';
  if (sqliteCode.startsWith('SQLITE_BUSY') || sqliteCode.startsWith('SQLITE_LOCKED')) return 'db-locked';
  if (sqliteCode === 'SQLITE_NOTADB') return 'db-not-a-database';
  if (sqliteCode.startsWith('SQLITE_IOERR') || sqliteCode.startsWith('SQLITE_CANTOPEN')) return 'db-io';
  if (sqliteCode.startsWith('SQLITE_READONLY')) return 'db-read-only';
  return 'internal';
}
