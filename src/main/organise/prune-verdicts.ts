import type { PruneRule } from '../../shared/contract/prune.ts';
import type { Conversation } from '../read-models/conversation-index-build.ts';
import { type Families, rowsOf } from './families.ts';

/** Why a conversation that is old enough stays. */
export type KeptReason = 'pinned' | 'archived' | 'live' | 'compressing';

/** What a rule says of one conversation. */
export interface Verdict {
  readonly conversation: Conversation;
  /** Its segments and subagents. */
  readonly rows: readonly string[];
  /** The time that counts, in seconds. */
  readonly time: number;
  /** Null where it goes. */
  readonly kept: KeptReason | null;
}

/** What a rule is judged with. */
export interface PruneCase {
  readonly rule: PruneRule;
  /** Only what is older goes; seconds. */
  readonly before: number;
  /** Sessions that are being compressed. */
  readonly locked: ReadonlySet<string>;
}

/**
 * Judges every conversation that is old enough and of the right source, the oldest first. The unit is the conversation
 * with its subagents at any depth; a subagent is a unit of its own only where nobody it worked for is left. One whose
 * time is no number stays.
 */
export function pruneVerdicts(families: Families, pruneCase: PruneCase): Verdict[] {
  return families.conversations
    .flatMap(conversation => verdictOn(families, conversation, pruneCase) ?? [])
    .sort((a, b) => a.time - b.time || (a.conversation.root.id < b.conversation.root.id ? -1 : 1));
}

/** The verdict on one conversation; null where it is none of the rule's business. */
export function verdictOn(families: Families, conversation: Conversation, pruneCase: PruneCase): Verdict | null {
  const { rule, before } = pruneCase;
  if (hasOwner(families, conversation)) return null;
  if (rule.sources.length > 0 && !rule.sources.includes(conversation.source)) return null;
  const rows = rowsOf(families, conversation);
  const time = rule.by === 'started' ? conversation.root.storedStart : lastActivity(families, rows);
  // No number at all is not less either.
  if (!(time < before)) return null;
  return { conversation, rows, time, kept: keptReason(families, conversation, rows, pruneCase) };
}

function hasOwner({ byId }: Families, { root }: Conversation): boolean {
  if (root.delegateFrom === null) return false;
  return [root.delegateFrom, root.parentId].some(id => id !== null && id !== root.id && byId.has(id));
}

/** Where no time is one, the stored start counts as the number that it is, as in Hermes. */
function lastActivity({ byId }: Families, rows: readonly string[]): number {
  const sessions = rows.flatMap(id => byId.get(id)?.session ?? []);
  return sessions.reduce((latest, { activity, storedStart }) => Math.max(latest, activity ?? storedStart), -Infinity);
}

function keptReason(
  families: Families,
  conversation: Conversation,
  rows: readonly string[],
  { rule, before, locked }: PruneCase,
): KeptReason | null {
  const sessions = rows.flatMap(id => families.byId.get(id)?.session ?? []);
  if (!rule.includePinned && sessions.some(({ pinned }) => pinned)) return 'pinned';
  if (!rule.includeArchived && conversation.archived) return 'archived';
  const isOpen = sessions.some(({ ended }) => !ended);
  if (isOpen && !(rule.includeOpen === true && isStale(families, rows, before))) return 'live';
  return rows.some(id => locked.has(id)) ? 'compressing' : null;
}

/** Hermes takes an open session for one in use for this long after its last message, in seconds; spec: concurrency §11. */
const IN_USE_SECONDS = 300;

/** Nothing was written since the cut-off, nor so shortly before it that somebody may be about to go on. */
function isStale(families: Families, rows: readonly string[], before: number): boolean {
  return lastActivity(families, rows) < before - IN_USE_SECONDS;
}
