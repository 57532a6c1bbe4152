import { log } from '../log.ts';
import type { LanePlaces } from '../library/protocol.ts';
import type { WriterContext } from '../lanes/context.ts';
import { AppError } from '../../shared/errors.ts';
import { SessionDbError } from '../session-db/errors.ts';
import type { Store } from '../session-db/store.ts';
import { reconcileTrash } from '../trash/reconcile.ts';
import { trashFolder, type TrashPlace } from '../trash/trash-folder.ts';

/** Where the journals of a database are. */
export function trashPlaceOf(places: LanePlaces, path: string): TrashPlace {
  const { runId, transcripts, marks: runs } = places;
  return { folder: trashFolder(places.trash, path), transcripts, runId, runs };
}

/** What a change of the database works with. */
export interface ChangeTools {
  readonly store: Store;
  readonly place: TrashPlace;
}

/**
 * Opens the database for a change, after what a crashed thread may have left is settled.
 *
 * @throws what opening it for writing throws.
 */
export function toolsOf({ db, path, places }: WriterContext): ChangeTools {
  const { store } = db;
  const place = trashPlaceOf(places, path);
  const left = reconcileTrash(store, place, 'all');
  if (left.length > 0) log.warn('An interrupted change was settled', { entries: left.length });
  return { store, place };
}

/** True where the request was cancelled, so that a change can stop between two of its parts. */
export function isCancelled({ checkCancelled }: Pick<WriterContext, 'checkCancelled'>): boolean {
  try {
    checkCancelled();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') return true;
    throw error;
  }
}

/** An error in the middle of a change of which parts are done: it says where they are. */
export function afterParts(error: unknown, done: number): unknown {
  if (done === 0 || !(error instanceof SessionDbError || error instanceof AppError)) return error;
  return new SessionDbError(error instanceof SessionDbError ? error.code : 'internal', error.message, {
    hint: `${error.hint ?? ''} What was deleted before is in the trash.`.trim(),
    cause: error,
  });
}
