import type { LanePlaces } from '../library/protocol.ts';
import type { SessionDB } from '../session-db/session-db.ts';
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
 * Tells main how far an operation has come. Cheap enough to be called for every row: what comes too fast is dropped,
 * except a new phase and a change of `canCancel`.
 *
 * @param phase - a word for what is being done, such as `rows`; the window has the text for it.
 * @param total - 0 where it is not known.
 * @param canCancel - false while something runs that cannot be stopped half-way. True unless given.
 */
export type ReportProgress = (phase: string, done: number, total: number, canCancel?: boolean) => void;

/** What long operations work with besides. */
export interface LongWork {
  readonly progress: ReportProgress;
  readonly places: LanePlaces;
}

/** Context of the task lane: reads that take long, and files written beside the database. The store is read-only. */
export interface TaskContext extends LaneContext, LongWork {}

/** Context of the writer lane. */
export interface WriterContext extends LongWork {
  /** The database file. */
  readonly path: string;
  /**
   * The writable database, opened at the first use and kept for the requests that follow.
   *
   * @throws NeedsUpgradeError where the file is older; SessionDbError where it cannot be written.
   */
  readonly db: SessionDB;
  /** Closes the writable database for work that needs the file to itself, or opens it in a way of its own. */
  readonly release: () => void;
  /** Tells main that a lock of another program is waited for, and stops where nobody waits. `db` calls it by itself. */
  readonly onContention: () => void;
  readonly checkCancelled: () => void;
  /** As in {@link LaneContext}, for statements of `db`. */
  readonly guard: (rowid: string) => string;
}

/**
 * An operation: plain input to plain output, on the thread that owns the connection. It leaves no statement open.
 * Typed arrays in the output are moved, not copied, to the caller: an operation must not keep them.
 */
export type LaneOp<I, O, C = LaneContext> = (context: C, input: I) => O;

/** Operations by name. `never` as input lets every operation in; the caller's side has the real types. */
export type LaneOps<C = LaneContext> = Readonly<Record<string, LaneOp<never, unknown, C>>>;
