import type { z } from 'zod';
import type { sessions, SessionGroup, SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import { matchesFilter, needlesOf } from './session-filter.ts';
import { select, type ViewCounts } from './session-filter-facets.ts';
import { groupsOf, inOrder } from './session-view-order.ts';
import { toRow } from './session-view-row.ts';
import { type Behind, behindOf } from './usage-behind.ts';

type Procedures = typeof sessions;
type ViewInput = z.output<Procedures['view']['input']>;
type ViewOutput = z.output<Procedures['view']['output']>;
type PageInput = z.output<Procedures['page']['input']>;
type PageOutput = z.output<Procedures['page']['output']>;

/** A view worked out: its conversations in order. */
interface ResolvedView {
  /** Changes whenever the rows of the view or their order may have changed. */
  readonly revision: number;
  readonly ordered: readonly Conversation[];
  readonly groups: readonly SessionGroup[];
  readonly counts: ViewCounts;
}

/** Views that are kept worked out: the ones a person goes to and fro between. */
const MAX_VIEWS = 12;

/** What was worked out for one state of the index. */
const worked = new WeakMap<ConversationIndex, Map<string, ResolvedView>>();

/** Shape and first rows of a view of the session list; contract `sessions.view`. */
export const sessionsView: LaneOp<ViewInput, ViewOutput> = (context, { view, anchorIds, first }) => {
  const index = conversationIndex(context);
  const { ordered, groups, counts, revision } = resolve(context, index, view);
  return {
    revision,
    total: ordered.length,
    groups: [...groups],
    rows: ordered.slice(0, first).map(conversation => toRow(index, conversation)),
    anchors: anchorIds.map(id => placeOf(index, ordered, id)),
    ...counts,
  };
};

/** A stretch of a view of the session list; contract `sessions.page`. */
export const sessionsPage: LaneOp<PageInput, PageOutput> = (context, { view, offset, limit }) => {
  const index = conversationIndex(context);
  const { ordered, revision } = resolve(context, index, view);
  return {
    revision,
    total: ordered.length,
    rows: ordered.slice(offset, offset + limit).map(conversation => toRow(index, conversation)),
  };
};

/** Every conversation of a view, in its order. */
export function conversationsOfView(context: LaneContext, view: SessionView): readonly Conversation[] {
  return resolve(context, conversationIndex(context), view).ordered;
}

/** A conversation keeps its place when a new segment gives it another id. */
function placeOf(index: ConversationIndex, ordered: readonly Conversation[], id: string): number {
  const conversation = index.conversationOf.get(id);
  return conversation === undefined ? -1 : ordered.indexOf(conversation);
}

function resolve(context: LaneContext, index: ConversationIndex, view: SessionView): ResolvedView {
  const views = viewsOf(index);
  const behind = view.behind ? behindOf(context, index, view.behind) : null;
  const revision = index.revision + (behind?.revision ?? 0);
  const key = `${String(revision)} ${JSON.stringify(view)}`;
  const known = views.get(key);
  // Put last again: the one used least recently is dropped first.
  views.delete(key);
  const resolved = known ?? workOut(index, view, { behind, revision, checkCancelled: context.checkCancelled });
  views.set(key, resolved);
  const oldest = views.size > MAX_VIEWS ? views.keys().next().value : undefined;
  if (oldest !== undefined) views.delete(oldest);
  return resolved;
}

function viewsOf(index: ConversationIndex): Map<string, ResolvedView> {
  const known = worked.get(index);
  if (known !== undefined) return known;
  const made = new Map<string, ResolvedView>();
  worked.set(index, made);
  return made;
}

interface Circumstances {
  readonly behind: Behind | null;
  readonly revision: number;
  readonly checkCancelled: () => void;
}

function workOut(
  index: ConversationIndex,
  view: SessionView,
  { behind, revision, checkCancelled }: Circumstances,
): ResolvedView {
  const all = index.orders.get(view.sort) ?? inOrder(index.conversations, view.sort);
  index.orders.set(view.sort, all);
  const needles = needlesOf(view.filter);
  const matches = (conversation: Conversation) => {
    if (needles.length === 0) return true;
    checkCancelled();
    return matchesFilter(index, conversation, needles);
  };
  const { kept, counts } = select(all, view, { matches, behind });
  return { revision, ordered: kept, groups: groupsOf(kept, view.sort), counts };
}
