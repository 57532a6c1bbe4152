import type { FacetValue, HiddenReason, SessionState, SessionView } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { Behind } from './usage-behind.ts';

/** The counts that stand beside a view. */
export interface ViewCounts {
  /** Rows of `sessions` that are in no row of the view, each under its first reason. */
  readonly hidden: { readonly reason: HiddenReason; readonly count: number }[];
  readonly scopes: { readonly people: number; readonly automation: number; readonly all: number };
  readonly facets: {
    readonly sources: FacetValue[];
    readonly models: FacetValue[];
    readonly states: FacetValue[];
  };
}

/** What a view keeps, in the order of the conversations given, and the counts beside it. */
export interface Selection {
  readonly kept: Conversation[];
  readonly counts: ViewCounts;
}

const STATES: readonly SessionState[] = ['open', 'ended', 'pinned', 'archived'];

/** Reasons in the order in which a row is given one. */
const REASONS: readonly HiddenReason[] = [
  'behind',
  'subagent',
  'unknown-child',
  'archived',
  'automation',
  'people',
  'source',
  'model',
  'state',
  'filter',
];

/** Whether a conversation is in a state; spec: design §10 Archived. */
export function isInState(conversation: Conversation, state: SessionState): boolean {
  if (state === 'archived') return conversation.archived;
  if (state === 'pinned') return conversation.pinned;
  return conversation.tip.ended === (state === 'ended');
}

/** The parts of a view that have counts of their own beside it. */
type Part = 'scope' | 'source' | 'model' | 'state';

/** How a conversation stands the tests of a view. */
interface Tests extends Readonly<Record<Part, boolean>> {
  /** Behind the figure that the view is restricted to. */
  readonly behind: boolean;
  readonly isRow: boolean;
  readonly archive: boolean;
  /** How many parts it fails. */
  readonly failed: number;
}

/** What a view asks of a conversation beside its own columns. */
export interface Conditions {
  /** The filter box; asked only where it decides something. */
  readonly matches: (conversation: Conversation) => boolean;
  /** The figure that the view is restricted to; null for none. */
  readonly behind: Behind | null;
}

/**
 * Selects what a view shows and counts the rest. A facet's value is counted as if it were the only one chosen, with
 * every other part of the view applied; archived rows count under `archived` whether or not the view shows them.
 *
 * @param conversations - in the order of the view.
 */
export function select(
  conversations: readonly Conversation[],
  view: SessionView,
  { matches, behind }: Conditions,
): Selection {
  const tally = new Tally(view);
  const chosen = { ...choices(view), behind };
  const kept = conversations.filter(conversation => {
    const tests = testsOf(conversation, view, chosen);
    const isShown = tests.behind && passes(conversation, tests, matches, tally);
    if (!isShown) tally.addHidden(conversation, tests);
    return isShown;
  });
  return { kept, counts: tally.counts() };
}

/** Whether a conversation is shown; counts it beside the view. */
function passes(conversation: Conversation, tests: Tests, matches: Conditions['matches'], tally: Tally): boolean {
  // A row that fails twice counts nowhere but among the hidden, whatever the filter says.
  if (!tests.isRow || tests.failed > 1 || !matches(conversation)) return false;
  tally.addFound(conversation, tests);
  return tests.archive && tests.failed === 0;
}

interface Choices {
  readonly sources: ReadonlySet<string>;
  readonly models: ReadonlySet<string>;
  readonly behind: Behind | null;
}

function choices(view: SessionView): Omit<Choices, 'behind'> {
  return { sources: new Set(view.sources), models: new Set(view.models) };
}

/** A subagent with counted rows is behind the figure too, though the list hides it under its conversation. */
function isBehind(conversation: Conversation, behind: Behind | null): boolean {
  return behind === null || behind.homes.has(conversation) || behind.own.has(conversation);
}

/** A subagent without a conversation above it is found under itself. */
function isRow({ hidden }: Conversation, { showChildren }: SessionView, isHome: boolean): boolean {
  return showChildren || hidden === null || isHome;
}

function testsOf(conversation: Conversation, view: SessionView, { sources, models, behind }: Choices): Tests {
  const scope = view.scope === 'all' || conversation.automation === (view.scope === 'automation');
  const source = sources.size === 0 || sources.has(conversation.source);
  const model = models.size === 0 || models.has(conversation.model ?? '');
  const state = view.states.length === 0 || view.states.some(each => isInState(conversation, each));
  return {
    behind: isBehind(conversation, behind),
    isRow: isRow(conversation, view, behind?.homes.has(conversation) ?? false),
    archive: view.showArchived || !conversation.archived || view.states.includes('archived'),
    scope,
    source,
    model,
    state,
    failed: Number(!scope) + Number(!source) + Number(!model) + Number(!state),
  };
}

/** True where nothing but this part keeps a conversation out. */
function passesBut(tests: Tests, part: Part): boolean {
  return tests.failed === 0 || (tests.failed === 1 && !tests[part]);
}

class Tally {
  readonly #view: SessionView;
  readonly #hidden = new Map<HiddenReason, number>();
  readonly #sources: Map<string, number>;
  readonly #models: Map<string, number>;
  readonly #states = new Map<SessionState, number>();
  #people = 0;
  #automation = 0;

  constructor(view: SessionView) {
    this.#view = view;
    this.#sources = new Map(view.sources.map(source => [source, 0]));
    this.#models = new Map(view.models.map(model => [model, 0]));
  }

  /** Counts a conversation that the filter box lets through under each part that alone may keep it out. */
  addFound(conversation: Conversation, tests: Tests): void {
    if (passesBut(tests, 'state')) this.#addStates(conversation);
    if (!tests.archive) return;
    if (passesBut(tests, 'scope')) this.#addScope(conversation);
    if (passesBut(tests, 'source')) increment(this.#sources, conversation.source);
    if (passesBut(tests, 'model') && conversation.model !== null) increment(this.#models, conversation.model);
  }

  #addScope({ automation }: Conversation): void {
    if (automation) this.#automation += 1;
    else this.#people += 1;
  }

  #addStates(conversation: Conversation): void {
    if (conversation.archived) increment(this.#states, 'archived');
    if (conversation.archived && !this.#view.showArchived) return;
    for (const state of STATES) {
      if (state !== 'archived' && isInState(conversation, state)) increment(this.#states, state);
    }
  }

  addHidden(conversation: Conversation, tests: Tests): void {
    const reason = reasonOf(conversation, tests);
    this.#hidden.set(reason, (this.#hidden.get(reason) ?? 0) + conversation.segments.length);
  }

  counts(): ViewCounts {
    const hidden = this.#hidden;
    return {
      hidden: REASONS.flatMap(reason => {
        const count = hidden.get(reason) ?? 0;
        return count === 0 ? [] : [{ reason, count }];
      }),
      scopes: { people: this.#people, automation: this.#automation, all: this.#people + this.#automation },
      facets: {
        sources: byCount(this.#sources),
        models: byCount(this.#models),
        states: STATES.map(value => ({ value, count: this.#states.get(value) ?? 0 })),
      },
    };
  }
}

function reasonOf(conversation: Conversation, tests: Tests): HiddenReason {
  if (!tests.behind) return 'behind';
  if (!tests.isRow) return conversation.hidden ?? 'unknown-child';
  if (!tests.archive) return 'archived';
  if (!tests.scope) return conversation.automation ? 'automation' : 'people';
  if (!tests.source) return 'source';
  if (!tests.model) return 'model';
  return tests.state ? 'filter' : 'state';
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount(counts: ReadonlyMap<string, number>): FacetValue[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
