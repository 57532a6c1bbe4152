import type { Reply } from '../../shared/errors.ts';

/** What a lane's thread is started with (`workerData`). */
export interface LaneSetup {
  /** Name of the lane, for the log. */
  readonly name: string;
  /** The database file. */
  readonly path: string;
  /** One Int32: the id of the running request that is to stop; see {@link LaneRequest}. */
  readonly cancelWord: SharedArrayBuffer;
}

/**
 * Main to lane. A lane gets one request at a time, so that the cancel word need name only the running one.
 * Ids rise from 1 and start again before they leave an Int32.
 */
export type LaneMessage =
  | { readonly kind: 'run'; readonly id: number; readonly op: string; readonly input: unknown }
  | { readonly kind: 'close' };

/** Lane to main: the answer to request `id`. */
export interface LaneAnswer {
  readonly id: number;
  readonly reply: Reply<unknown>;
}

/** Answer of the operation `probe`, which every lane has. */
export interface Probe {
  /** Differs from the last one when another connection committed, or another file lies at the path. */
  readonly stamp: string;
}
