import type { Interruption, TrashEntry } from '../../shared/contract/trash.ts';
import { marked, marksOfEarlierRuns, removeMark } from '../interruptions/marks.ts';
import type { TaskContext, WriterContext } from '../lanes/context.ts';
import { listTrash } from '../trash/list-trash.ts';
import { reconcileTrash, removeFromTrash, tidyTrash } from '../trash/reconcile.ts';
import { restoreAction, type Restored } from '../trash/restore.ts';
import { journalsIn, type TrashPlace } from '../trash/trash-folder.ts';
import { toolsOf, trashPlaceOf } from './change-tools.ts';

/** What is in the trash of the open database, newest first. */
export function trashList({ store, places }: TaskContext, _input: Readonly<Record<string, never>>): TrashEntry[] {
  return listTrash(store, trashPlaceOf(places, store.path));
}

/**
 * Settles what an earlier run of the app left half-way, and removes what is older than 30 days. Call it when a database
 * is opened; it writes nothing into the database.
 */
export function trashReconcile(
  { store, places }: TaskContext,
  _input: Readonly<Record<string, never>>,
): Interruption[] {
  const place = trashPlaceOf(places, store.path);
  const found = reconcileTrash(store, place, 'earlier');
  tidyTrash(place, store.now());
  const marks = marksOfEarlierRuns(places.marks, places.runId).filter(
    ({ action, database }) =>
      database === store.path && (action === 'delete' || action === 'prune' || action === 'restore'),
  );
  for (const mark of marks) {
    removeMark(places.marks, mark);
    if (found.some(({ action }) => action === mark.action)) continue;
    found.push({ action: mark.action, startedAt: mark.startedAt, outcome: outcomeOf(place, mark.action, mark.detail) });
  }
  return found;
}

function outcomeOf(place: TrashPlace, action: string, actionId: string | null): string {
  const parts = journalsIn(place.folder).filter(entry => entry.actionId === actionId && entry.state === 'trash').length;
  if (action === 'restore') {
    return parts > 0 ? 'What is not back is still in the trash.' : 'All rows are back in the database.';
  }
  return parts > 0
    ? 'What was done until then is done, and can be restored from the trash; the rest was not touched.'
    : 'It was stopped before anything was changed.';
}

/**
 * Takes an action back.
 *
 * @returns how many conversations are as they were.
 * @throws see `restoreAction`; `cancelled` between two parts of a large action, the rest of which stays in the trash.
 */
export function undo(context: WriterContext, { token }: { readonly token: string }): { readonly restored: number } {
  return { restored: putBack(context, token).conversations };
}

/** Puts the rows of an entry of the trash back. */
export function trashRestore(
  context: WriterContext,
  { id }: { readonly id: string },
): { readonly sessions: number; readonly messages: number } {
  const { sessions, messages } = putBack(context, id);
  return { sessions, messages };
}

function putBack(context: WriterContext, actionId: string): Restored {
  const { store, place } = toolsOf(context);
  const { runId, marks } = context.places;
  const startedAt = store.now();
  const mark = {
    runId,
    action: 'restore',
    database: context.path,
    startedAt,
    partial: null,
    detail: actionId,
  } as const;
  return marked(marks, mark, () =>
    restoreAction(store, place, actionId, {
      onPart: (done, total) => {
        context.progress('restoring', done, total, total > 1);
        if (done < total) context.checkCancelled();
      },
    }),
  );
}

/** Removes entries for good. Needs no database. */
export function trashRemove(
  { places, path }: WriterContext,
  { ids }: { readonly ids: readonly string[] },
): { readonly removed: number } {
  return { removed: removeFromTrash(trashPlaceOf(places, path), ids) };
}

/** Removes all entries for good. */
export function trashEmpty(
  { places, path }: WriterContext,
  _input: Readonly<Record<string, never>>,
): { readonly removed: number } {
  return { removed: removeFromTrash(trashPlaceOf(places, path)) };
}
