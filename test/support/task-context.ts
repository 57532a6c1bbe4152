import { join } from 'node:path';
import type { TaskContext } from '../../src/main/lanes/context.ts';
import type { LanePlaces } from '../../src/main/library/protocol.ts';
import { openLaneContext } from './lane-context.ts';

/** Places of a lane inside a folder of the test. */
export function testPlaces(folder: string): LanePlaces {
  return {
    runId: 'this start',
    trash: join(folder, 'trash'),
    marks: join(folder, 'under-way'),
    backups: join(folder, 'backups'),
    transcripts: join(folder, 'sessions'),
    writerIdleMs: 30_000,
  };
}

/** What an operation of the task lane works with, on this thread; close `store.db` when done. */
export function openTaskContext(path: string, folder: string, more: Partial<TaskContext> = {}): TaskContext {
  return { ...openLaneContext(path), progress: () => undefined, places: testPlaces(folder), ...more };
}
