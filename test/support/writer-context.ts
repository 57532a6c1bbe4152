import { dirname, join } from 'node:path';
import type { TaskContext, WriterContext } from '../../src/main/lanes/context.ts';
import type { LanePlaces } from '../../src/main/library/protocol.ts';
import { SessionDB } from '../../src/main/session-db/session-db.ts';

/** What the operations of the writer and task lanes get, on this thread. */
export interface Desk {
  readonly writer: WriterContext;
  readonly task: TaskContext;
  readonly db: SessionDB;
  readonly places: LanePlaces;
  readonly close: () => void;
}

/** How a desk is made. */
export interface DeskOptions {
  /** Folder of trash and marks. */
  readonly userData: string;
  readonly runId?: string;
  readonly now?: () => number;
  /** Throws where the running request is to stop. */
  readonly checkCancelled?: () => void;
  readonly progress?: WriterContext['progress'];
}

/** Opens a database as the writer and the task lane do. */
export function openDesk(path: string, options: DeskOptions): Desk {
  const { userData, runId = 'this run', now, checkCancelled = () => undefined, progress = () => undefined } = options;
  const clock = now === undefined ? {} : { now };
  const db = new SessionDB(path, { olderFile: 'refuse', ...clock });
  const reader = new SessionDB(path, { readOnly: true, ...clock });
  const places: LanePlaces = {
    runId,
    trash: join(userData, 'trash'),
    marks: join(userData, 'marks'),
    backups: join(userData, 'backups'),
    transcripts: join(dirname(path), 'sessions'),
    writerIdleMs: 1000,
  };
  const shared = { places, progress, checkCancelled, guard: (rowid: string) => `(${rowid} & 255 OR 1)` };
  return {
    writer: { ...shared, path, db, release: () => undefined, onContention: () => undefined },
    task: { ...shared, store: reader.store },
    db,
    places,
    close: () => {
      db.close();
      reader.close();
    },
  };
}
