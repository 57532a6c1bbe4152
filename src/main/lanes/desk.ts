import type { LaneSetup } from '../library/protocol.ts';
import type { Store } from '../session-db/store.ts';
import type { CancelGuard } from './cancel-guard.ts';
import type { LaneContext, ReportProgress, TaskContext, WriterContext } from './context.ts';
import { LaneStore } from './lane-store.ts';
import { WriterStore } from './writer-store.ts';

/** What a lane's connection is made with. */
export interface DeskTools {
  readonly setup: LaneSetup;
  readonly guard: CancelGuard;
  readonly progress: ReportProgress;
  readonly onContention: () => void;
}

/**
 * A little of what may be asked for next, some milliseconds of it; false once there is nothing left to do. It reads
 * nothing of the file, which may be another by now.
 */
export type WorkAhead = (store: Store) => boolean;

/** A lane's connection, and what operations get of it. */
export interface Desk<C> {
  /** What the next operation works with. */
  readonly context: () => C;
  /** See Probe; a lane that does not watch the file has a constant stamp. */
  readonly stamp: () => string;
  /** Called after every operation. */
  readonly rest: () => void;
  /** Called again and again while nothing is asked, until it is false; see {@link WorkAhead}. */
  readonly ahead: () => boolean;
  /** Closes the connection until the next operation. */
  readonly release: () => void;
}

/** A read-only connection, for short reads and searches. */
export function readingDesk({ setup, guard }: DeskTools, ahead: WorkAhead = () => false): Desk<LaneContext> {
  const laneStore = new LaneStore(setup.path, guard.install);
  return {
    context: () => ({ store: laneStore.use(), checkCancelled: guard.check, guard: guard.condition }),
    stamp: () => laneStore.stamp(),
    rest: () => undefined,
    ahead: () => laneStore.opened !== null && ahead(laneStore.opened),
    release: () => {
      laneStore.close();
    },
  };
}

/** A read-only connection, for reads that take long and for files written beside the database. */
export function taskDesk(tools: DeskTools): Desk<TaskContext> {
  const desk = readingDesk(tools);
  const more = { progress: tools.progress, places: placesOf(tools.setup) };
  return { ...desk, context: () => ({ ...desk.context(), ...more }) };
}

/** A writable connection that is there only while it is used. */
export function writingDesk({ setup, guard, progress, onContention }: DeskTools): Desk<WriterContext> {
  const places = placesOf(setup);
  const store = new WriterStore({
    path: setup.path,
    backupFolder: places.backups,
    idleMs: places.writerIdleMs,
    prepare: guard.install,
    onContention,
  });
  return {
    context: () => ({
      path: setup.path,
      get db() {
        return store.use();
      },
      release: () => {
        store.close();
      },
      onContention,
      checkCancelled: guard.check,
      guard: guard.condition,
      progress,
      places,
    }),
    stamp: () => '',
    rest: () => {
      store.rest();
    },
    ahead: () => false,
    release: () => {
      store.close();
    },
  };
}

function placesOf(setup: LaneSetup) {
  if (setup.places === undefined) throw new Error(`The ${setup.name} lane was not told its places`);
  return setup.places;
}
