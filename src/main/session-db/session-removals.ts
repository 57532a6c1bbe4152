import * as autoPrune from './auto-prune.ts';
import * as deleting from './delete-sessions.ts';
import * as empties from './delete-empty-sessions.ts';
import * as importing from './import-sessions.ts';
import * as pruning from './prune-sessions.ts';
import { SessionWrites } from './session-writes.ts';

/** How sessions leave and come in. Each method is the function of the same name on this object's store. */
export class SessionRemovals extends SessionWrites {
  /** {@inheritDoc deleting.deleteSession} */
  deleteSession(id: string, options?: deleting.DeleteOptions): boolean {
    return deleting.deleteSession(this.store, id, options);
  }

  /** {@inheritDoc deleting.deleteSessions} */
  deleteSessions(ids: readonly unknown[], options?: deleting.DeleteOptions): number {
    return deleting.deleteSessions(this.store, ids, options);
  }

  /** {@inheritDoc empties.deleteSessionIfEmpty} */
  deleteSessionIfEmpty(id: string, options?: Parameters<typeof empties.deleteSessionIfEmpty>[2]): boolean {
    return empties.deleteSessionIfEmpty(this.store, id, options);
  }

  /** {@inheritDoc empties.deleteEmptySessions} */
  deleteEmptySessions(options?: empties.DeleteEmptyOptions): number {
    return empties.deleteEmptySessions(this.store, options);
  }

  /** {@inheritDoc empties.pruneEmptyGhostSessions} */
  pruneEmptyGhostSessions(options?: deleting.TranscriptFolder): number {
    return empties.pruneEmptyGhostSessions(this.store, options);
  }

  /** {@inheritDoc pruning.pruneSessions} */
  pruneSessions(options?: pruning.PruneOptions): number {
    return pruning.pruneSessions(this.store, options);
  }

  /** {@inheritDoc importing.importSessions} */
  importSessions(sessions: unknown, options?: importing.ImportOptions): importing.ImportResult {
    return importing.importSessions(this.store, sessions, options);
  }

  /** {@inheritDoc autoPrune.maybeAutoPruneAndVacuum} */
  maybeAutoPruneAndVacuum(options?: autoPrune.AutoPruneOptions): autoPrune.AutoPruneResult {
    return autoPrune.maybeAutoPruneAndVacuum(this.store, options);
  }
}
