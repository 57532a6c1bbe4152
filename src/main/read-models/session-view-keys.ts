import type { ConversationRow, SessionGroup, SessionSort, SessionView } from '../../shared/contract/sessions.ts';
import type { LaneOp } from '../lanes/context.ts';
import type { Conversation } from './conversation-index-build.ts';
import { conversationIndex } from './conversation-index.ts';
import { costRank } from './cost.ts';
import type { ViewCounts } from './session-filter-tally.ts';
import { resolveView } from './session-view-resolve.ts';
import { toRow } from './session-view-row.ts';

/** What decides the place of each row of a view among those of other files; by column, in the order of the view. */
export interface ViewKeys {
  readonly groups: readonly SessionGroup[];
  /** 0 for a row of the view, 1 and more for one that is shown inside the row before it. */
  readonly depths: Uint8Array;
  /** What the view is sorted by, the greater first; `-Infinity` where there is none. By title: the last activity. */
  readonly values: Float64Array;
  /** Only where the view is sorted by title. */
  readonly titles: readonly (string | null)[] | null;
  /** Starts in seconds, which decide between equal rows; `-Infinity` where there is none. */
  readonly starts: Float64Array;
  /** Ids of the tips. */
  readonly ids: readonly string[];
  readonly counts: ViewCounts;
}

interface KeysInput {
  readonly view: SessionView;
  readonly anchorIds: readonly string[];
  /** The revision whose keys the caller has; null for none. */
  readonly known: number | null;
}

interface KeysOutput {
  readonly revision: number;
  /** Index of each of `anchorIds` in the view; -1 where it is not in it. */
  readonly anchors: number[];
  /** Null where the caller has those of this revision. */
  readonly keys: ViewKeys | null;
}

/** The order of a view, for merging it with views of other files. */
export const sessionKeys: LaneOp<KeysInput, KeysOutput> = (context, { view, anchorIds, known }) => {
  const index = conversationIndex(context);
  const { ordered, groups, depths, counts, revision } = resolveView(context, index, view);
  const anchors = anchorIds.map(id => {
    const conversation = index.conversationOf.get(id);
    return conversation === undefined ? -1 : ordered.indexOf(conversation);
  });
  if (revision === known) return { revision, anchors, keys: null };
  const keys: ViewKeys = {
    groups,
    depths: Uint8Array.from(ordered, conversation => Math.min(255, depths.get(conversation) ?? 0)),
    values: Float64Array.from(ordered, VALUES[view.sort]),
    titles: view.sort === 'title' ? ordered.map(({ title }) => title) : null,
    starts: Float64Array.from(ordered, ({ startedAt }) => startedAt ?? -Infinity),
    ids: ordered.map(({ tip }) => tip.id),
    counts,
  };
  return { revision, anchors, keys };
};

const VALUES: Readonly<Record<SessionSort, (conversation: Conversation) => number>> = {
  activity: ({ lastActive }) => lastActive ?? -Infinity,
  started: ({ startedAt }) => startedAt ?? -Infinity,
  messages: ({ messages }) => messages,
  tokens: ({ tokens }) => tokens,
  cost: ({ cost }) => costRank(cost),
  title: ({ lastActive }) => lastActive ?? -Infinity,
};

interface RowsInput {
  readonly view: SessionView;
  /** Indexes in the view. */
  readonly at: readonly number[];
}

/** Rows of a view at some of its indexes; those that are not there any more are left out. */
export const sessionRowsAt: LaneOp<RowsInput, { revision: number; rows: ConversationRow[] }> = (
  context,
  { view, at },
) => {
  const index = conversationIndex(context);
  const { ordered, placeOf, revision } = resolveView(context, index, view);
  const rows = at.flatMap(each => {
    const conversation = ordered[each];
    return conversation === undefined ? [] : [toRow(index, conversation, placeOf(conversation))];
  });
  return { revision, rows };
};
