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
  const judge = new Judge(view, conditions);
  const kept: Conversation[] = [];
  for (const conversation of conversations) {
    const reason = judge.reasonOf(conversation);
    if (judge.isFound) tally.addFound(conversation, judge);
    if (reason === null) kept.push(conversation);
    else tally.addHidden(conversation, reason);
  }
  return { kept, counts: tally.counts() };
}

/** Says why a view does not show a conversation, as in {@link select}; null where it does. */
export function hiddenReason(
  view: SessionView,
  conditions: Conditions,
): (conversation: Conversation) => HiddenReason | null {
  const judge = new Judge(view, conditions);
  return conversation => judge.reasonOf(conversation);
}

/** Judges conversations one after the other; how the last one stands is kept here, not in an object for each. */
class Judge implements Standing {
  /** False where the conversation counts nowhere but among the hidden. */
  isFound = false;
  archive = true;
  failed = 0;
  first: Part | null = null;
  readonly #view: SessionView;
  readonly #conditions: Conditions;
  readonly #tests: PartTests;
  readonly #showsArchived: boolean;

  constructor(view: SessionView, conditions: Conditions) {
    this.#view = view;
    this.#conditions = conditions;
    this.#tests = partTests(view, conditions.now);
    this.#showsArchived = view.showArchived || view.states.includes('archived');
  }

  reasonOf(conversation: Conversation): HiddenReason | null {
    this.isFound = false;
    const kind = kindReason(conversation, this.#view, this.#conditions.behind);
    if (kind !== null) return kind;
    this.archive = this.#showsArchived || !conversation.archived;
    this.#test(conversation);
    const reason = reasonOf(conversation, this);
    // A row that fails twice counts nowhere but among the hidden, whatever the filter says.
    if (this.failed > 1) return reason;
    this.isFound = this.#conditions.matches(conversation);
    return this.isFound ? reason : (reason ?? 'filter');
  }

  #test(conversation: Conversation): void {
    this.failed = 0;
    this.first = null;
    for (const { part, passes } of this.#tests) {
      if (passes(conversation)) continue;
      this.failed += 1;
      this.first ??= part;
    }
  }
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

function reasonOf({ automation }: Conversation, { archive, first }: Standing): HiddenReason | null {
  if (!archive) return 'archived';
  if (first !== 'scope') return first;
  return automation ? 'automation' : 'people';
}
