import type { DeletionUnit } from '../../shared/contract/organise.ts';
import { marked } from '../interruptions/marks.ts';
import type { WriterContext } from '../lanes/context.ts';
import { assertNotCompressing } from '../session-db/compression-locks.ts';
import type { Store } from '../session-db/store.ts';
import { type Choice, type Deleted, deleteIntoTrash } from '../trash/delete-into-trash.ts';
import { newActionId } from '../trash/trash-folder.ts';
import { afterParts, type ChangeTools, isCancelled, toolsOf } from './change-tools.ts';
import { countedMessages, inBatches, rowsOfAll, type Unit, unitsOf } from './deletion-choice.ts';
import { type Families, FreshFamilies, Labels } from './families.ts';

/** One transaction takes no more: Hermes gives up writing after some seconds of waiting. */
const LIMITS = { units: 200, messages: 5000 } as const;

/** What to delete. */
export interface DeletionInput {
  readonly ids: readonly string[];
  readonly unit: DeletionUnit;
}

/** What a deletion did. */
export interface DeletionResult {
  readonly changed: number;
  readonly undoToken: string | null;
  readonly sessions: number;
  readonly messages: number;
}

/**
 * Deletes conversations or segments into the trash, up to 200 in one transaction, all under one token for undoing.
 * Cancelling stops between two transactions; what is deleted then is told as the result.
 *
 * @throws SessionDbError `compressing` before anything is touched; see `deleteIntoTrash` for the others.
 */
export function deleteConversations(context: WriterContext, input: DeletionInput): DeletionResult {
  const tools = toolsOf(context);
  const actionId = newActionId();
  return marked(context.places.marks, markOf(context, tools, actionId), () =>
    deleteAll(context, tools, actionId, input),
  );
}

function deleteAll(
  context: WriterContext,
  { store, place }: ChangeTools,
  ...[actionId, { ids, unit }]: [string, DeletionInput]
): DeletionResult {
  const fresh = new FreshFamilies(store);
  const units = unitsOf(fresh.get(), ids, unit);
  assertNotCompressing(store, rowsOfAll(units));
  const batches = inBatches(units, ({ rows }) => countedMessages(fresh.get(), rows), LIMITS);
  const done: Deleted[] = [];
  for (const [part, batch] of batches.entries()) {
    if (part > 0 && isCancelled(context)) break;
    const choose = () => chosen(store, fresh.get(), batch, unit);
    try {
      const deleted = deleteIntoTrash(store, place, { action: 'delete', actionId, part, choose });
      if (deleted !== null) done.push(deleted);
    } catch (error) {
      throw afterParts(error, done.length);
    }
    context.progress('deleting', Math.min(units.length, sum(done, 'conversations')), units.length, batches.length > 1);
  }
  return {
    changed: sum(done, 'conversations'),
    undoToken: done.length === 0 ? null : actionId,
    sessions: sum(done, 'sessions'),
    messages: sum(done, 'messages'),
  };
}

function markOf({ path, places }: WriterContext, { store }: ChangeTools, actionId: string) {
  const { runId } = places;
  return { runId, action: 'delete', database: path, startedAt: store.now(), partial: null, detail: actionId } as const;
}

function sum(done: readonly Deleted[], key: 'conversations' | 'sessions' | 'messages'): number {
  return done.reduce((total, deleted) => total + deleted[key], 0);
}

/** The rows of a batch as they are now: a conversation may have gone on since it was chosen. */
function chosen(store: Store, families: Families, batch: readonly Unit[], unit: DeletionUnit): Choice | null {
  const ids = batch.flatMap(({ conversation, segments }) => (unit === 'segment' ? segments : [conversation.root.id]));
  const exists = store.db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  const units = unitsOf(families, ids, unit).filter(({ segments }) => segments.some(id => exists.get(id) === 1));
  if (units.length === 0) return null;
  const labels = new Labels(store);
  return {
    sessions: rowsOfAll(units),
    conversations: units.length,
    names: units.slice(0, 5).map(({ conversation }) => labels.conversation(conversation).label),
  };
}
