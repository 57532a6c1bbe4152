import type { ActionResult } from '../../shared/contract/organise.ts';
import type { WriterContext } from '../lanes/context.ts';
import { backUpBeforeFirstPin, setSessionArchived, setSessionPinned } from '../session-db/archive.ts';
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
  const { store } = context.db;
  // Here, because no other program should wait for the write lock while the file is copied.
  if (input.on && isAnyKnown(store, input.ids)) backUpBeforeFirstPin(store);
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
  let [changed, changedRows] = [0, 0];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const part = at / BATCH;
    const what = { action, actionId, part, columns: [column], conversations: batch.length };
    const rows = journaledCells(store, place, what, () => {
      for (const id of batch) set(store, id, on);
    });
    changed += batch.filter(id => segmentsAround(store, id).some(segment => rows.has(segment))).length;
    changedRows += rows.size;
  }
  return { changed, undoToken: changedRows > 0 ? actionId : null };
}

function isAnyKnown({ db }: Store, ids: readonly string[]): boolean {
  const known = db.prepare('SELECT 1 FROM sessions WHERE id IN (SELECT value FROM json_each(?))');
  return known.get(JSON.stringify(ids)) !== undefined;
}

/** The rows that the flag of a session goes to, as `setSessionArchived` finds them. */
function segmentsAround({ db }: Store, id: string): string[] {
  return db
    .prepare<[string, string], string>(
      `WITH RECURSIVE up(id) AS (
         SELECT ?
         UNION
         SELECT p.id FROM up JOIN sessions c ON c.id = up.id JOIN sessions p ON p.id = c.parent_session_id
         WHERE p.end_reason = 'compression'
       ), down(id) AS (
         SELECT ?
         UNION
         SELECT c.id FROM down JOIN sessions p ON p.id = down.id JOIN sessions c ON c.parent_session_id = p.id
         WHERE p.end_reason = 'compression'
       ) SELECT id FROM up UNION SELECT id FROM down`,
    )
    .pluck()
    .all(id, id);
}
