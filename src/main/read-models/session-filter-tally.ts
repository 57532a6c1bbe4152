import type { DateCount, FacetValue, HiddenReason, SessionState, SessionView } from '../../shared/contract/sessions.ts';
import type { Conversation } from './conversation-index-build.ts';
import { endReasonOf, isStaleOpen } from './conversation-traits.ts';
import { isWithin, type Part, STATES } from './session-filter-parts.ts';

/** The counts that stand beside a view. */
export interface ViewCounts {
  /** Rows of `sessions` that are in no row of the view, each under its first reason. */
  readonly hidden: { readonly reason: HiddenReason; readonly count: number }[];
  readonly scopes: { readonly people: number; readonly automation: number; readonly all: number };
  readonly facets: Readonly<
    Record<'sources' | 'models' | 'states' | 'providers' | 'projects' | 'endReasons', FacetValue[]>
  > & { readonly dates: DateCount[] };
}

type ValuePart = Exclude<Part, 'scope' | 'state' | 'dates'>;

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
  'provider',
  'project',
  'end-reason',
  'dates',
  'filter',
];

/** How a conversation stands the tests of the parts of a view. */
export interface Standing {
  /** Not archived, or archived ones are asked for. */
  readonly archive: boolean;
  /** How many parts it fails. */
  readonly failed: number;
  /** The first part that it fails. */
  readonly first: Part | null;
}

/** True where nothing but this part keeps a conversation out. */
function passesBut({ failed, first }: Standing, part: Part): boolean {
  return failed === 0 || (failed === 1 && first === part);
}

/** Counts what a view finds and what it hides. */
export class Tally {
  readonly #showArchived: boolean;
  readonly #now: number;
  readonly #hidden = new Map<HiddenReason, number>();
  readonly #values: Readonly<Record<ValuePart, Map<string, Count>>>;
  readonly #states: Record<SessionState, number> = {
    open: 0,
    ended: 0,
    pinned: 0,
    archived: 0,
    'stale-open': 0,
    'has-subagents': 0,
  };
  readonly #dates: DateCount[];
  #people = 0;
  #automation = 0;

  /** @param now - seconds; decides what is stale. */
  constructor(view: SessionView, now: number) {
    this.#showArchived = view.showArchived;
    this.#now = now;
    this.#dates = (view.dateChoices ?? []).map(range => ({ range, count: 0 }));
    // What is chosen stays listed, be it that nothing is left of it.
    const chosen = (values: readonly string[] = []) => new Map(values.map(value => [value, { count: 0 }]));
    this.#values = {
      source: chosen(view.sources),
      model: chosen(view.models),
      provider: chosen(view.providers),
      project: chosen(view.projects),
      'end-reason': chosen(view.endReasons),
    };
  }

  /** Counts a conversation that the filter box lets through under each part that alone may keep it out. */
  addFound(conversation: Conversation, standing: Standing): void {
    if (passesBut(standing, 'state')) this.#addStates(conversation);
    if (!standing.archive) return;
    if (passesBut(standing, 'scope')) this.#addScope(conversation);
    if (passesBut(standing, 'dates')) this.#addDates(conversation);
    this.#addValue(standing, 'source', conversation.source);
    this.#addValue(standing, 'model', conversation.model);
    this.#addValue(standing, 'provider', conversation.provider);
    this.#addValue(standing, 'project', conversation.project);
    this.#addValue(standing, 'end-reason', endReasonOf(conversation));
  }

  #addValue(standing: Standing, part: ValuePart, value: string | null): void {
    if (passesBut(standing, part)) increment(this.#values[part], value ?? '');
  }

  #addScope({ automation }: Conversation): void {
    if (automation) this.#automation += 1;
    else this.#people += 1;
  }

  #addDates(conversation: Conversation): void {
    for (const each of this.#dates) if (isWithin(conversation, each.range)) each.count += 1;
  }

  /** As `isInState` has them, spelt out: it runs over every conversation. */
  #addStates(conversation: Conversation): void {
    const states = this.#states;
    if (conversation.archived) {
      states.archived += 1;
      if (!this.#showArchived) return;
    }
    if (conversation.tip.ended) states.ended += 1;
    else states.open += 1;
    if (isStaleOpen(conversation, this.#now)) states['stale-open'] += 1;
    if (conversation.pinned) states.pinned += 1;
    if (conversation.subagents > 0) states['has-subagents'] += 1;
  }

  /** Counts the rows of a conversation that is not in view. */
  addHidden({ segments }: Conversation, reason: HiddenReason): void {
    this.#hidden.set(reason, (this.#hidden.get(reason) ?? 0) + segments.length);
  }

  counts(): ViewCounts {
    const { source, model, provider, project, 'end-reason': endReason } = this.#values;
    return {
      hidden: hiddenList(this.#hidden),
      scopes: { people: this.#people, automation: this.#automation, all: this.#people + this.#automation },
      facets: {
        sources: byCount(source),
        models: byCount(model),
        states: STATES.map(value => ({ value, count: this.#states[value] })),
        providers: byCount(provider),
        projects: byCount(project),
        endReasons: byCount(endReason),
        dates: this.#dates,
      },
    };
  }
}

/** Reasons that hide anything, in their order. */
export function hiddenList(counts: ReadonlyMap<HiddenReason, number>): ViewCounts['hidden'] {
  return REASONS.flatMap(reason => {
    const count = counts.get(reason) ?? 0;
    return count === 0 ? [] : [{ reason, count }];
  });
}

/** An object, so that counting looks into the map once. */
interface Count {
  count: number;
}

function increment(counts: Map<string, Count>, value: string): void {
  const known = counts.get(value);
  if (known === undefined) counts.set(value, { count: 1 });
  else known.count += 1;
}

function byCount(counts: ReadonlyMap<string, Count>): FacetValue[] {
  return [...counts]
    .map(([value, { count }]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
