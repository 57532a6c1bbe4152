import type { PruneRule } from '../../shared/contract/prune.ts';
import { marked } from '../interruptions/marks.ts';
import type { WriterContext } from '../lanes/context.ts';
import { lockedSessions } from '../session-db/locked-sessions.ts';
import { type Choice, type Deleted, deleteIntoTrash } from '../trash/delete-into-trash.ts';
import { newActionId } from '../trash/trash-folder.ts';
import { afterParts, type ChangeTools, isCancelled, toolsOf } from './change-tools.ts';
import { countedMessages, inBatches, rowsOfAll } from './deletion-choice.ts';
import { conversationOf, FreshFamilies, Labels } from './families.ts';
import { pruneVerdicts, type Verdict, verdictOn } from './prune-verdicts.ts';

/** Small, so that agents which write meanwhile hardly wait. */
const LIMITS = { units: 25, messages: 2000 } as const;

/** What to prune: the rule, and the cut-off of the plan that was agreed to. */
export interface PruneOrder {
  readonly rule: PruneRule;
  /** Seconds. */
  readonly before: number;
}

/** What a prune did. */
export interface PruneResult {
  readonly conversations: number;
  readonly sessions: number;
  readonly messages: number;
  readonly spared: number;
  readonly cancelled: boolean;
  readonly undoToken: string | null;
}

/**
 * Deletes what the rule takes, the oldest first, in small transactions; each conversation is judged again inside its
 * own. Cancelling stops between two of them.
 *
 * @throws what `deleteIntoTrash` throws; what was deleted before that is in the trash.
 */
export function pruneRun(context: WriterContext, order: PruneOrder): PruneResult {
  const tools = toolsOf(context);
  const run = new PruneRun(tools, order);
  const { runId, marks } = context.places;
  const startedAt = tools.store.now();
  const mark = {
    runId,
    action: 'prune',
    database: context.path,
    startedAt,
    partial: null,
    detail: run.actionId,
  } as const;
  return marked(marks, mark, () => {
    const batches = run.batches();
    const total = batches.reduce((sum, { length }) => sum + length, 0);
    let [part, judged, cancelled] = [0, 0, false];
    for (const batch of batches) {
      cancelled = isCancelled(context);
      if (cancelled) break;
      run.delete(part, batch);
      part += 1;
      judged += batch.length;
      context.progress('deleting', judged, total);
    }
    return run.result(judged, cancelled);
  });
}

class PruneRun {
  readonly actionId = newActionId();
  readonly #tools: ChangeTools;
  readonly #order: PruneOrder;
  readonly #fresh: FreshFamilies;
  readonly #labels: Labels;
  readonly #done: Deleted[] = [];

  constructor(tools: ChangeTools, order: PruneOrder) {
    this.#tools = tools;
    this.#order = order;
    this.#fresh = new FreshFamilies(tools.store);
    this.#labels = new Labels(tools.store);
  }

  batches(): Verdict[][] {
    const families = this.#fresh.get();
    const going = pruneVerdicts(families, this.#case()).filter(({ kept }) => kept === null);
    return inBatches(going, ({ rows }) => countedMessages(families, rows), LIMITS);
  }

  delete(part: number, batch: readonly Verdict[]): void {
    const { store, place } = this.#tools;
    const choose = (): Choice | null => this.#choose(batch);
    try {
      const deleted = deleteIntoTrash(store, place, { action: 'prune', actionId: this.actionId, part, choose });
      if (deleted !== null) this.#done.push(deleted);
    } catch (error) {
      throw afterParts(error, this.#done.length);
    }
  }

  /** @param judged - how many conversations were looked at for the second time. */
  result(judged: number, cancelled: boolean): PruneResult {
    const sum = (key: 'conversations' | 'sessions' | 'messages') =>
      this.#done.reduce((total, deleted) => total + deleted[key], 0);
    const conversations = sum('conversations');
    return {
      conversations,
      sessions: sum('sessions'),
      messages: sum('messages'),
      spared: judged - conversations,
      cancelled,
      undoToken: this.#done.length === 0 ? null : this.actionId,
    };
  }

  #case() {
    return { ...this.#order, locked: lockedSessions(this.#tools.store) };
  }

  /** Inside the transaction: the same question about the rows as they are now. */
  #choose(batch: readonly Verdict[]): Choice | null {
    const families = this.#fresh.get();
    const pruneCase = this.#case();
    const going = batch.flatMap(({ conversation: { root } }) => {
      const conversation = conversationOf(families, root.id);
      const verdict = conversation === null ? null : verdictOn(families, conversation, pruneCase);
      return verdict?.kept === null ? [verdict] : [];
    });
    if (going.length === 0) return null;
    return {
      sessions: rowsOfAll(going),
      conversations: going.length,
      names: going.slice(0, 5).map(({ conversation }) => this.#labels.conversation(conversation).label),
    };
  }
}
