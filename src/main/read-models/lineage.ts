import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { conversation, LineageNode } from '../../shared/contract/conversation.ts';
import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import { tokensOf } from './conversation-index-build.ts';
import { addCost, emptyCost } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import { labelOf } from './label.ts';
import { isLive } from './session-view-row.ts';

type LineageInput = z.output<(typeof conversation)['lineage']['input']>;
type LineageOutput = z.output<(typeof conversation)['lineage']['output']>;

/** Nodes that a family is shown with; spec: design §10 Walks. */
const MAX_NODES = 10_000;

/**
 * The whole family of a session in preorder, from its topmost ancestor down, over edges of every kind; contract
 * `conversation.lineage`. A parent that is gone stands at the top where several rows name it.
 *
 * @throws AppError `not-found` for an unknown id.
 */
export const lineageFamily: LaneOp<LineageInput, LineageOutput> = (context, { sessionId }) => {
  const index = conversationIndex(context);
  const start = index.byId.get(sessionId);
  const current = index.conversationOf.get(sessionId)?.tip.id;
  if (start === undefined || current === undefined) {
    throw new AppError('not-found', 'This session is not in the database any more.', {
      hint: 'It may have been deleted meanwhile; go back to the list.',
    });
  }
  const top = topOf(start);
  const orphans = siblingsOfOrphan(index, top);
  const missing = top.session.parentId;
  if (missing === null || orphans.length < 2) return { current, nodes: preorder(index, [top], 0, null) };
  return { current, nodes: [missingNode(missing), ...preorder(index, orphans, 1, missing)] };
};

function topOf(start: SessionNode): SessionNode {
  let node = start;
  while (node.parent !== null) node = node.parent;
  return node;
}

/** Rows that name the same missing parent, the earliest started first. An empty name names none. */
function siblingsOfOrphan(index: ConversationIndex, top: SessionNode): SessionNode[] {
  const { parentId } = top.session;
  if (parentId === null || parentId === '' || index.byId.has(parentId)) return [];
  return index.nodes
    .filter(node => node.session.parentId === parentId)
    .sort((a, b) => (a.session.startedAt ?? Infinity) - (b.session.startedAt ?? Infinity) || 0);
}

function preorder(
  index: ConversationIndex,
  tops: readonly SessionNode[],
  depth: number,
  parentId: string | null,
): LineageNode[] {
  const nodes: LineageNode[] = [];
  const waiting = tops.map(node => ({ node, depth, parentId })).reverse();
  for (let next = waiting.pop(); next !== undefined && nodes.length < MAX_NODES; next = waiting.pop()) {
    nodes.push(toLineageNode(index, next.node, next.depth, next.parentId));
    const { id } = next.node.session;
    for (const child of next.node.children.toReversed()) {
      waiting.push({ node: child, depth: next.depth + 1, parentId: id });
    }
  }
  return nodes;
}

function toLineageNode(
  index: ConversationIndex,
  { session, kind }: SessionNode,
  depth: number,
  parentId: string | null,
): LineageNode {
  const cost = emptyCost();
  addCost(cost, session.cost);
  const preview = session.title === null ? index.previews.ofSession(session, true) : '';
  return {
    sessionId: session.id,
    parentId,
    depth,
    edge: kind,
    label: labelOf({ title: session.title, preview, session }),
    source: session.source,
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    lastActive: session.activity,
    endReason: session.endReason,
    messages: session.messages,
    tokens: tokensOf(session),
    cost,
    live: isLive(session, session.activity, index.now()),
    archived: session.archived,
    missing: false,
  };
}

function missingNode(id: string): LineageNode {
  return {
    sessionId: id,
    parentId: null,
    depth: 0,
    edge: 'root',
    label: id,
    source: '',
    startedAt: null,
    endedAt: null,
    lastActive: null,
    endReason: null,
    messages: 0,
    tokens: 0,
    cost: emptyCost(),
    live: false,
    archived: false,
    missing: true,
  };
}
