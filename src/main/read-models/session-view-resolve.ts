import type { SessionGroup, SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext } from '../lanes/context.ts';
import type { Store } from '../session-db/store.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { staleAt } from './conversation-traits.ts';
import { type Conditions, hiddenReason, select } from './session-filter-facets.ts';
import { hiddenList, type ViewCounts } from './session-filter-tally.ts';
import { matchesFilter, needlesOf } from './session-filter.ts';
import { grouped } from './session-view-groups.ts';
import { nestedIn, unfold } from './session-view-nested.ts';
import type { RowPlace } from './session-view-row.ts';
import { behindOf } from './usage-behind.ts';

/** A view worked out: its conversations in order. */
export interface ResolvedView {
  /** Changes whenever the rows of the view or their order may have changed. */
  readonly revision: number;
  readonly ordered: readonly Conversation[];
  readonly groups: readonly SessionGroup[];
  readonly counts: ViewCounts;
  /** Depth of each row that is shown inside another. */
  readonly depths: ReadonlyMap<Conversation, number>;
  readonly placeOf: (conversation: Conversation) => RowPlace;
  /** Whether the view selects a conversation, so that it stands in it as a row of its own. */
  readonly isRow: (conversation: Conversation) => boolean;
}

/** Views that are kept worked out: the ones a person goes to and fro between, and those that were worked out ahead. */
const MAX_VIEWS = 20;

/** What was worked out for one state of the index, and for the time in which nothing becomes stale. */
interface Worked {
  readonly from: number;
  readonly until: number;
  readonly views: Map<string, ResolvedView>;
  /** What views select, whatever they are sorted and grouped by. */
  readonly selections: Map<string, Selected>;
}

interface Selected {
  /** 1 at the place of each that is; null where all are. */
  readonly kept: Uint8Array | null;
  readonly counts: ViewCounts;
}

function isKept(kept: Uint8Array | null, { place }: Conversation): boolean {
  return kept === null || kept[place] === 1;
}

const worked = new WeakMap<ConversationIndex, Worked>();
/** Of each file: views that are one choice away from the first one, and were not worked out ahead yet. */
const nearby = new WeakMap<Store, SessionView[]>();
/** How often something became stale without a change of the file. */
let staleTimes = 0;

/** Works a view out, or takes it from those that are. */
export function resolveView(context: LaneContext, index: ConversationIndex, view: SessionView): ResolvedView {
  const at = workedAt(index, index.now());
  const asked = circumstances(context, index, { view, now: at.from });
  if (!nearby.has(context.store)) nearby.set(context.store, nearbyViews(view));
  return remembered(at.views, viewKey(view, asked), () => {
    if (!view.showChildren && (view.expanded ?? []).length > 0) {
      const flat = resolveView(context, index, { ...view, expanded: [] });
      return expandedView(index, view, { flat, reasonOf: hiddenReason(view, asked.conditions) });
    }
    return flatView(index, view, at, asked);
  });
}

function viewKey(view: SessionView, { revision }: Circumstances): string {
  return `${String(revision)} ${JSON.stringify(view)}`;
}

function flatView(index: ConversationIndex, view: SessionView, { selections }: Worked, asked: Circumstances) {
  const { conditions, revision } = asked;
  const all = index.orders.of(view.sort);
  const selection = remembered(selections, `${String(revision)} ${selectionKey(view)}`, () =>
    selectFrom(all, view, conditions),
  );
  return workOut(index, view, { all, selection, conditions, revision });
}

/** Whether a view of a file was asked for. */
export function wasViewed(store: Store): boolean {
  return nearby.has(store);
}

/**
 * Works a view out that is likely to be asked for next, once for each file.
 *
 * @returns false where there is none left.
 */
export function resolveAhead(store: Store, index: ConversationIndex): boolean {
  const view = nearby.get(store)?.pop();
  if (view === undefined) return false;
  const at = workedAt(index, index.now());
  const conditions = { matches: () => true, behind: null, now: at.from };
  const asked = { conditions, revision: index.revision + staleTimes };
  remembered(at.views, viewKey(view, asked), () => flatView(index, view, at, asked));
  return true;
}

/** None where the filter box, a figure or rows inside others decide: those are not looked into ahead. */
function nearbyViews(view: SessionView): SessionView[] {
  if (view.filter !== '' || (view.behind ?? null) !== null || (view.expanded ?? []).length > 0) return [];
  return [
    ...(['people', 'automation', 'all'] as const).map(scope => ({ ...view, scope })),
    { ...view, showArchived: !view.showArchived },
    { ...view, showChildren: !view.showChildren },
    ...(['none', 'job', 'project', 'model', 'source'] as const).map(group => ({ ...view, group })),
    ...(['messages', 'tokens', 'cost', 'title', 'started'] as const).map(sort => ({ ...view, sort })),
  ];
}

/** Sort, grouping and what is expanded change nothing of what a view selects. */
function selectionKey(view: SessionView): string {
  return JSON.stringify({ ...view, sort: null, group: null, expanded: null });
}

function selectFrom(all: readonly Conversation[], view: SessionView, conditions: Conditions): Selected {
  const { kept, counts } = select(all, view, conditions);
  if (kept.length === all.length) return { kept: null, counts };
  const places = new Uint8Array(all.length);
  for (const { place } of kept) places[place] = 1;
  return { kept: places, counts };
}

/** What is known by a key; of many the one used least recently is dropped. */
function remembered<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  cache.delete(key);
  const value = known ?? make();
  cache.set(key, value);
  const oldest = cache.size > MAX_VIEWS ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  return value;
}

/** What a view asks of every conversation as of now, for a look at single ones. */
export function conditionsOf(context: LaneContext, index: ConversationIndex, view: SessionView): Conditions {
  return circumstances(context, index, { view, now: workedAt(index, index.now()).from }).conditions;
}

function workedAt(index: ConversationIndex, now: number): Worked {
  const known = worked.get(index);
  if (known !== undefined && now >= known.from && now < known.until) return known;
  if (known !== undefined) staleTimes += 1;
  let until = Infinity;
  for (const conversation of index.conversations) {
    const time = staleAt(conversation);
    if (time > now && time < until) until = time;
  }
  const made = {
    from: now,
    until,
    views: new Map<string, ResolvedView>(),
    selections: new Map<string, Selected>(),
  };
  worked.set(index, made);
  return made;
}

interface Circumstances {
  readonly conditions: Conditions;
  readonly revision: number;
}

function circumstances(
  context: LaneContext,
  index: ConversationIndex,
  { view, now }: { readonly view: SessionView; readonly now: number },
): Circumstances {
  const behind = view.behind ? behindOf(context, index, view.behind) : null;
  const needles = needlesOf(view.filter);
  const matches = (conversation: Conversation) => {
    if (needles.length === 0) return true;
    context.checkCancelled();
    return matchesFilter(index, conversation, needles);
  };
  return { conditions: { matches, behind, now }, revision: index.revision + (behind?.revision ?? 0) + staleTimes };
}

interface Parts extends Circumstances {
  /** Every conversation in the order of the view. */
  readonly all: readonly Conversation[];
  readonly selection: Selected;
}

function workOut(
  index: ConversationIndex,
  view: SessionView,
  { all, selection: { kept, counts }, conditions, revision }: Parts,
): ResolvedView {
  const selected = kept === null ? all : all.filter(conversation => isKept(kept, conversation));
  const { ordered, groups } = grouped(selected, view.sort, view.group ?? 'day');
  const nestedOf = nestedCounter(index, view, { kept, behind: conditions.behind });
  const placeOf = (conversation: Conversation) => ({ depth: 0, expanded: false, nested: nestedOf(conversation) });
  const isRow = (conversation: Conversation) => isKept(kept, conversation);
  return { revision, ordered, groups, counts, depths: new Map(), placeOf, isRow };
}

/** How many children a row may show inside it: those that are no rows of the view themselves. */
function nestedCounter(
  index: ConversationIndex,
  { showChildren }: SessionView,
  { kept, behind }: Pick<Selected, 'kept'> & Pick<Conditions, 'behind'>,
): (conversation: Conversation) => number {
  if (showChildren || kept === null) return () => 0;
  if (behind === null) return ({ nested }) => nested;
  return conversation => nestedIn(index, conversation).filter(child => !isKept(kept, child)).length;
}

/** The same view with children inside the rows that are expanded. */
function expandedView(
  index: ConversationIndex,
  view: SessionView,
  { flat, reasonOf }: { readonly flat: ResolvedView; readonly reasonOf: ReturnType<typeof hiddenReason> },
): ResolvedView {
  const expanded = new Set<Conversation>();
  for (const id of view.expanded ?? []) {
    const conversation = index.conversationOf.get(id);
    if (conversation !== undefined) expanded.add(conversation);
  }
  const { ordered, groups, depths } = unfold(index, flat, expanded);
  const hidden = new Map(flat.counts.hidden.map(({ reason, count }) => [reason, count]));
  for (const shown of depths.keys()) {
    const reason = reasonOf(shown);
    if (reason !== null) hidden.set(reason, (hidden.get(reason) ?? 0) - shown.segments.length);
  }
  const placeOf = (conversation: Conversation) => {
    const { nested } = flat.placeOf(conversation);
    return { depth: depths.get(conversation) ?? 0, expanded: nested > 0 && expanded.has(conversation), nested };
  };
  return {
    revision: flat.revision,
    ordered,
    groups,
    counts: { ...flat.counts, hidden: hiddenList(hidden) },
    depths,
    placeOf,
    isRow: flat.isRow,
  };
}
