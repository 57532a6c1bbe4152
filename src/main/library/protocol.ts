import type { JobProgress } from '../../shared/bridge.ts';
import type { Reply } from '../../shared/errors.ts';

/** What a lane's thread is started with (`workerData`). */
export interface LaneSetup {
  /** Name of the lane, for the log. */
  readonly name: string;
  /** The database file. */
  readonly path: string;
  /** One Int32: the id of the running request that is to stop; see {@link LaneMessage}. */
  readonly cancelWord: SharedArrayBuffer;
  /** Absent for lanes that only read the database. */
  readonly places?: LanePlaces | undefined;
}

/** Where lanes put what they write beside the database. */
export interface LanePlaces {
  /** Tells this start of the app from earlier ones. */
  readonly runId: string;
  /** Folder of the journals of what was deleted. */
  readonly trash: string;
  /** Folder of the marks of work under way. */
  readonly marks: string;
  /** Folder for backups where the database's own folder cannot take them. */
  readonly backups: string;
  /** Folder of Hermes's transcript files that belong to this database; it may be missing. */
  readonly transcripts: string;
  /** Milliseconds after which the writer lane closes its connection when nothing is asked of it. */
  readonly writerIdleMs: number;
}

/** How far an operation has come; main adds the job's id. */
export type Progress = Omit<JobProgress, 'jobId'>;

/**
 * Main to lane. A lane gets one request at a time, so that the cancel word need name only the running one.
 * Ids rise from 1 and start again before they leave an Int32.
 */
export type LaneMessage =
  | { readonly kind: 'run'; readonly id: number; readonly op: string; readonly input: unknown }
  | { readonly kind: 'close' };

/** Lane to main: the answer to request `id`. */
export interface LaneAnswer {
  readonly kind: 'answer';
  readonly id: number;
  readonly reply: Reply<unknown>;
}

/** Lane to main, between a request and its answer. */
export type LaneNews =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  /** An attempt to get the write lock failed because another program has it; another attempt follows. */
  | { readonly kind: 'contention'; readonly id: number };

/** Answer of the operation `probe`, which every lane has. */
export interface Probe {
  /** Differs from the last one when another connection committed, or another file lies at the path. */
  readonly stamp: string;
}

/** Name of the operation that closes a lane's connection until the next request. Every lane has it. */
export const RELEASE = 'release';
