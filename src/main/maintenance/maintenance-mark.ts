import { marked, type Mark } from '../interruptions/marks.ts';
import type { LanePlaces } from '../library/protocol.ts';

/** What a mark is left by. */
interface Marked {
  readonly places: LanePlaces;
  /** The database file. */
  readonly path: string;
}

/** Runs upkeep of a database under a mark, so that the next start can say that it was interrupted. */
export function underMark<T>({ places, path }: Marked, action: Mark['action'], work: () => T): T {
  const mark = {
    runId: places.runId,
    action,
    database: path,
    startedAt: Date.now() / 1000,
    partial: null,
    detail: null,
  };
  return marked(places.marks, mark, work);
}
