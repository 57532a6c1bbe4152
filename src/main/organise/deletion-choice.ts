import type { DeletionUnit } from '../../shared/contract/organise.ts';
import type { Conversation } from '../read-models/conversation-index-build.ts';
import { conversationOf, type Families, rowsOf, withSubagents } from './families.ts';

/** One conversation or segment that is to go, with all its rows. */
export interface Unit {
  readonly conversation: Conversation;
  /** Rows of the chain that are asked for; the others of `rows` are their subagents. */
  readonly segments: readonly string[];
  readonly rows: readonly string[];
}

/**
 * What ids of rows mean for a deletion: each conversation once, whichever of its segments is named; unknown ids are
 * left out. For `segment` each named row by itself.
 */
export function unitsOf(families: Families, ids: readonly string[], unit: DeletionUnit): Unit[] {
  const units = new Map<unknown, Unit>();
  for (const id of ids) {
    const conversation = conversationOf(families, id);
    if (conversation === null) continue;
    if (unit === 'segment') units.set(id, { conversation, segments: [id], rows: withSubagents(families, [id]) });
    else if (!units.has(conversation)) {
      const segments = conversation.segments.map(segment => segment.id);
      units.set(conversation, { conversation, segments, rows: rowsOf(families, conversation) });
    }
  }
  return [...units.values()];
}

/** Rows of several units, each once. */
export function rowsOfAll(units: readonly Pick<Unit, 'rows'>[]): string[] {
  return [...new Set(units.flatMap(({ rows }) => rows))];
}

/** How much goes in one transaction. */
export interface BatchLimits {
  readonly units: number;
  readonly messages: number;
}

/** Splits work into transactions that are short enough for other programs to wait for. */
export function inBatches<T>(items: readonly T[], messagesOf: (item: T) => number, limits: BatchLimits): T[][] {
  const batches: T[][] = [];
  let [batch, messages]: [T[], number] = [[], 0];
  for (const item of items) {
    const more = messagesOf(item);
    if (batch.length > 0 && (batch.length >= limits.units || messages + more > limits.messages)) {
      batches.push(batch);
      [batch, messages] = [[], 0];
    }
    batch.push(item);
    messages += more;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** Messages of some rows, by their counters; for sizing batches only. */
export function countedMessages({ byId }: Families, rows: readonly string[]): number {
  return rows.reduce((sum, id) => sum + Math.max(0, byId.get(id)?.session.messages ?? 0), 0);
}
