import type { ActionResult } from '../../shared/contract/organise.ts';
import type { WriterContext } from '../lanes/context.ts';
import { setSessionArchived, setSessionPinned } from '../session-db/archive.ts';
import type { Store } from '../session-db/store.ts';
import { journaledCells } from '../trash/journaled-cells.ts';
import { newActionId } from '../trash/trash-folder.ts';
import { toolsOf } from './change-tools.ts';

/** Conversations that one transaction changes. */
const BATCH = 2000;

interface FlagInput {
  readonly ids: readonly string[];
  readonly on: boolean;
}

/** Pins or unpins whole conversations; the first pin of a file may add the column. Unknown ids are passed over. */
export function setPinned(context: WriterContext, input: FlagInput): ActionResult {
  return setFlag(context, input, { action: 'pin', column: 'pinned', set: setSessionPinned });
}

/** Archives or unarchives whole conversations. Unknown ids are passed over. */
export function setArchived(context: WriterContext, input: FlagInput): ActionResult {
  return setFlag(context, input, { action: 'archive', column: 'archived', set: setSessionArchived });
}

interface Flag {
  readonly action: 'pin' | 'archive';
  readonly column: 'pinned' | 'archived';
  readonly set: (store: Store, id: string, on: boolean) => boolean;
}

function setFlag(context: WriterContext, { ids, on }: FlagInput, { action, column, set }: Flag): ActionResult {
  const { store, place } = toolsOf(context);
  const actionId = newActionId();
  let changed = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const part = at / BATCH;
    const what = { action, actionId, part, columns: [column], conversations: batch.length };
    const rows = journaledCells(store, place, what, () => {
      for (const id of batch) set(store, id, on);
    });
    changed += batch.filter(id => segmentsUpTo(store, id).some(segment => rows.has(segment))).length;
  }
  return { changed, undoToken: changed > 0 ? actionId : null };
}

/** A session and the compressed ones above it: the conversation that its id stands for. */
function segmentsUpTo({ db }: Store, id: string): string[] {
  return db
    .prepare<[string], string>(
      `WITH RECURSIVE up(id) AS (
         SELECT ?
         UNION
         SELECT p.id FROM up JOIN sessions c ON c.id = up.id JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression'
       ) SELECT id FROM up`,
    )
    .pluck()
    .all(id);
}
