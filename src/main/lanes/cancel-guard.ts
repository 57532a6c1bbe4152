import type { Database } from 'better-sqlite3';
import { AppError } from '../../shared/errors.ts';

/** Name of the SQL function that the guard condition calls. */
const GUARD_FUNCTION = 'lane_guard';

/** The lane's side of the cancel word: notices that the running request is to stop. */
export interface CancelGuard {
  /** Says which request runs now; 0 for none. */
  readonly begin: (requestId: number) => void;
  /** Throws `AppError('cancelled')` once the running request was cancelled. */
  readonly check: () => void;
  /** SQL condition for a statement that may run long; see {@link LaneContext.guard}. */
  readonly condition: (rowid: string) => string;
  /** Makes the condition known to a connection. */
  readonly install: (db: Database) => void;
}

/**
 * better-sqlite3 has no interrupt: a statement stops when a function in it throws.
 *
 * @param cancelWord - one Int32 shared with main, holding the id of the request that is to stop.
 */
export function createCancelGuard(cancelWord: SharedArrayBuffer): CancelGuard {
  const word = new Int32Array(cancelWord);
  let running = 0;
  const check = (): void => {
    if (running !== 0 && Atomics.load(word, 0) === running)
      throw new AppError('cancelled', 'The request was cancelled.');
  };
  return {
    begin: requestId => {
      running = requestId;
    },
    check,
    condition: rowid => `(${rowid} & 255 OR ${GUARD_FUNCTION}())`,
    install: db => {
      db.function(GUARD_FUNCTION, () => {
        check();
        return 1;
      });
    },
  };
}
