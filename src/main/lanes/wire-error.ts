import type { WireError } from '../../shared/errors.ts';
import { AppError } from '../../shared/errors.ts';
import { SessionDbError } from '../session-db/errors.ts';
import { sqliteFailure, toSessionDbError } from '../session-db/sqlite-errors.ts';

/** Anything thrown by an operation in the form in which it crosses to main. Holds no text of the database. */
export function toWireError(error: unknown, path: string): WireError {
  if (error instanceof AppError) return error.toWire();
  if (error instanceof SessionDbError || sqliteFailure(error) !== null) {
    const { code, message, hint } = toSessionDbError(error, path);
    return { code, message, ...(hint === undefined ? {} : { hint }) };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return { code: 'internal', message: `Something went wrong inside the app (${name}).` };
}
