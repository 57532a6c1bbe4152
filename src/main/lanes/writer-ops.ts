import { rebuildIndex, repairDatabase, upgrade } from '../maintenance/writer-upkeep.ts';
import { deleteConversations } from '../organise/delete-conversations.ts';
import { pruneRun } from '../organise/prune-run.ts';
import { rename } from '../organise/rename.ts';
import { setArchived, setPinned } from '../organise/set-flags.ts';
import { trashEmpty, trashRemove, trashRestore, undo } from '../organise/trash-ops.ts';
import type { WriterContext } from './context.ts';

/** Opens the database for writing, so that the first change is quick, and says whether it can be written at all. */
function prepareWriter({ db }: WriterContext, _input: Readonly<Record<string, never>>): { readonly readOnly: boolean } {
  return { readOnly: db.store.readOnly };
}

/** Operations of the writer lane. Each takes what it was cancelled in the middle of to a state that makes sense. */
export const writerOps = {
  deleteConversations,
  prepareWriter,
  pruneRun,
  rebuildIndex,
  rename,
  repairDatabase,
  setArchived,
  setPinned,
  trashEmpty,
  trashRemove,
  trashRestore,
  undo,
  upgrade,
} as const;
