import { basename, dirname, join } from 'node:path';
import { rmSync, statSync } from 'node:fs';
import type { Interruption } from '../../shared/contract/trash.ts';
import { marksOfEarlierRuns, removeMark, type Mark } from '../interruptions/marks.ts';
import type { TaskContext } from '../lanes/context.ts';
import { trashReconcile } from '../organise/trash-ops.ts';
import { planUpgrade } from '../session-db/migrate/plan.ts';
import { removeUnfinishedCopies } from './unfinished-copies.ts';

/**
 * Finds out what earlier starts of the app left unfinished in this database, removes what is only half there, and says
 * of each what holds now. Writes nothing into the database. Each is told once: its mark goes.
 *
 * @returns the oldest first.
 */
export function settleInterruptions(context: TaskContext, input: Readonly<Record<string, never>>): Interruption[] {
  const { places, store } = context;
  const told = trashReconcile(context, input);
  for (const mark of marksOfEarlierRuns(places.marks, places.runId)) {
    if (mark.database !== store.path) continue;
    const outcome = outcomeOf(context, mark);
    removeMark(places.marks, mark);
    if (outcome !== null) told.push({ action: mark.action, startedAt: mark.startedAt, outcome });
  }
  return told.sort((a, b) => a.startedAt - b.startedAt);
}

/** Null for an action that is not ours to judge. */
function outcomeOf(context: TaskContext, mark: Mark): string | null {
  const { places, store } = context;
  switch (mark.action) {
    case 'export':
      return exportOutcome(mark);
    case 'backup':
      removeUnfinishedCopies(store.path, [places.backups], mark.startedAt);
      return 'The backup was not finished, and what there was of it has been removed. Make it once more.';
    case 'upgrade':
      removeUnfinishedCopies(store.path, [places.backups], mark.startedAt);
      return planUpgrade(store).needed
        ? 'The database still is what it was before, or part of the upgrade is done; nothing is lost. Upgrade it again to finish.'
        : 'The upgrade is complete.';
    case 'rebuild':
      return 'The search index is as it was before, or was made anew as a whole. A check says which.';
    case 'vacuum':
      return 'The file is as it was before, or was made smaller as a whole; nothing is lost.';
    case 'repair':
      removeUnfinishedCopies(store.path, [places.backups], mark.startedAt);
      return 'A repair is kept as a whole or not at all: check the database again. The copy that was made before lies beside it.';
    case 'delete':
    case 'prune':
    case 'clear':
    case 'restore':
      return null;
  }
}

function exportOutcome({ partial }: Mark): string {
  if (partial === null || !isPartial(partial)) return 'The export was not finished.';
  // A second name is the one that it gets when it is whole.
  const wasUnfinished = statSync(partial, { throwIfNoEntry: false })?.nlink === 1;
  rmSync(partial, { force: true });
  return wasUnfinished
    ? 'The export was not finished, and what there was of it has been removed.'
    : 'The export was ended before anything was written, or after it was whole.';
}

/** The mark lies in a folder that others may write to: only what looks like a growing export is removed for it. */
function isPartial(path: string): boolean {
  return /^\..+\.[0-9a-f]{8}\.part$/.test(basename(path)) && path === join(dirname(path), basename(path));
}
