import type { Store } from '../session-db/store.ts';

/** What an operation of a lane works with: a read-only store, and a way to notice that nobody waits any more. */
export interface LaneContext {
  readonly store: Store;
  /** Throws `AppError('cancelled')` once the running request was cancelled. For loops in TypeScript. */
  readonly checkCancelled: () => void;
  /**
   * SQL condition that is always true and aborts the statement once the running request was cancelled.
   * It must stand first in WHERE; `rowid` is the integer column that it samples, one row in 256.
   */
  readonly guard: (rowid: string) => string;
}

/**
 * An operation: plain input to plain output, on the thread that owns the connection. It leaves no statement open.
 * Typed arrays in the output are moved, not copied, to the caller: an operation must not keep them.
 */
export type LaneOp<I, O> = (context: LaneContext, input: I) => O;

/** Operations by name. `never` as input lets every operation in; the caller's side has the real types. */
export type LaneOps = Readonly<Record<string, LaneOp<never, unknown>>>;
