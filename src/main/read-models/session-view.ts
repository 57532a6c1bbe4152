import type { z } from 'zod';
import type { sessions, SessionView } from '../../shared/contract/sessions.ts';
import type { LaneContext, LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import type { Conversation } from './conversation-index-build.ts';
import { resolveView } from './session-view-resolve.ts';
import { toRow } from './session-view-row.ts';

type Procedures = typeof sessions;
type ViewInput = z.output<Procedures['view']['input']>;
type ViewOutput = z.output<Procedures['view']['output']>;
type PageInput = z.output<Procedures['page']['input']>;
type PageOutput = z.output<Procedures['page']['output']>;

/** Shape and first rows of a view of the session list; contract `sessions.view`. */
export const sessionsView: LaneOp<ViewInput, ViewOutput> = (context, { view, anchorIds, first }) => {
  const index = conversationIndex(context);
  const { ordered, groups, counts, revision, placeOf } = resolveView(context, index, view);
  return {
    revision,
    total: ordered.length,
    groups: [...groups],
    rows: ordered.slice(0, first).map(conversation => toRow(index, conversation, placeOf(conversation))),
    anchors: anchorIds.map(id => anchorOf(index, ordered, id)),
    ...counts,
  };
};

/** A stretch of a view of the session list; contract `sessions.page`. */
export const sessionsPage: LaneOp<PageInput, PageOutput> = (context, { view, offset, limit }) => {
  const index = conversationIndex(context);
  const { ordered, revision, placeOf } = resolveView(context, index, view);
  return {
    revision,
    total: ordered.length,
    rows: ordered.slice(offset, offset + limit).map(conversation => toRow(index, conversation, placeOf(conversation))),
  };
};

/** Every conversation that a view selects, in its order; those that are only shown inside others are left out. */
export function conversationsOfView(context: LaneContext, view: SessionView): readonly Conversation[] {
  const { ordered, depths } = resolveView(context, conversationIndex(context), view);
  return depths.size === 0 ? ordered : ordered.filter(conversation => !depths.has(conversation));
}

/** A conversation keeps its place when a new segment gives it another id. */
function anchorOf(index: ConversationIndex, ordered: readonly Conversation[], id: string): number {
  const conversation = index.conversationOf.get(id);
  return conversation === undefined ? -1 : ordered.indexOf(conversation);
}
