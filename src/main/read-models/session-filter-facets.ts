import type { HiddenReason, SessionView } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { type Part, partTests, type PartTests } from './session-filter-parts.ts';
import { type Standing, Tally, type ViewCounts } from './session-filter-tally.ts';
import type { Behind } from './usage-behind.ts';

/** What a view keeps, in the order of the conversations given, and the counts beside it. */
export interface Selection {
  readonly kept: Conversation[];
  readonly counts: ViewCounts;
}

/** What a view asks of a conversation beside its own columns. */
export interface Conditions {
  /** The filter box; asked only where it decides something. */
  readonly matches: (conversation: Conversation) => boolean;
  /** The figure that the view is restricted to; null for none. */
  readonly behind: Behind | null;
  /** Seconds; decides what is stale. */
  readonly now: number;
}

/**
 * Selects what a view shows and counts the rest. A facet's value is counted as if it were the only one chosen, with
 * every other part of the view applied; archived rows count under `archived` whether or not the view shows them.
 *
 * @param conversations - in the order of the view.
 */
export function select(conversations: readonly Conversation[], view: SessionView, conditions: Conditions): Selection {
  const tally = new Tally(view, conditions.now);
  const judge = judging(view, conditions);
  const kept = conversations.filter(conversation => {
    const { standing, reason } = judge(conversation);
    if (standing !== null) tally.addFound(conversation, standing);
    if (reason !== null) tally.addHidden(conversation, reason);
    return reason === null;
  });
  return { kept, counts: tally.counts() };
}

/** Says why a view does not show a conversation, as in {@link select}; null where it does. */
export function hiddenReason(
  view: SessionView,
  conditions: Conditions,
): (conversation: Conversation) => HiddenReason | null {
  const judge = judging(view, conditions);
  return conversation => judge(conversation).reason;
}

interface Judgement {
  /** Null where the conversation counts nowhere but among the hidden. */
  readonly standing: Standing | null;
  readonly reason: HiddenReason | null;
}

function judging(view: SessionView, { matches, behind, now }: Conditions): (conversation: Conversation) => Judgement {
  const tests = partTests(view, now);
  const showsArchived = view.showArchived || view.states.includes('archived');
  return conversation => {
    const kind = kindReason(conversation, view, behind);
    if (kind !== null) return { standing: null, reason: kind };
    const standing = { archive: showsArchived || !conversation.archived, ...failuresOf(conversation, tests) };
    const reason = reasonOf(conversation, standing);
    // A row that fails twice counts nowhere but among the hidden, whatever the filter says.
    if (standing.failed > 1) return { standing: null, reason };
    return matches(conversation) ? { standing, reason } : { standing: null, reason: reason ?? 'filter' };
  };
}

/** What keeps a conversation out whatever is chosen. */
function kindReason(
  conversation: Conversation,
  { showChildren }: SessionView,
  behind: Behind | null,
): HiddenReason | null {
  // A subagent with counted rows is behind the figure too, though the list hides it under its conversation.
  if (behind !== null && !behind.homes.has(conversation) && !behind.own.has(conversation)) return 'behind';
  // One without a conversation above it is found under itself.
  return showChildren || behind?.homes.has(conversation) === true ? null : conversation.hidden;
}

function failuresOf(conversation: Conversation, tests: PartTests): { failed: number; first: Part | null } {
  let failed = 0;
  let first: Part | null = null;
  for (const { part, passes } of tests) {
    if (passes(conversation)) continue;
    failed += 1;
    first ??= part;
  }
  return { failed, first };
}

function reasonOf({ automation }: Conversation, { archive, first }: Standing): HiddenReason | null {
  if (!archive) return 'archived';
  if (first !== 'scope') return first;
  return automation ? 'automation' : 'people';
}
