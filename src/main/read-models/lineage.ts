import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { packLineage } from '../../shared/lineage-table.ts';
import type { conversation, FamilyTotals, LineageNode } from '../../shared/contract/conversation.ts';
import type { LaneOp } from '../lanes/context.ts';
import { conversationIndex, type ConversationIndex } from './conversation-index.ts';
import { emptyCost } from './cost.ts';
import type { SessionNode } from './edges-family.ts';
import { isName, labelOf } from './label.ts';
import { type FamilyPlace, familyTotals, NOTHING, type NodeTotals } from './lineage-totals.ts';
import { isLive } from './session-view-row.ts';
import { segmentBefore } from './usage-ledger.ts';
import { COUNTING_MS, countFor } from './usage-messages-of.ts';

type LineageInput = z.output<(typeof conversation)['lineage']['input']>;
type LineageOutput = z.output<(typeof conversation)['lineage']['output']>;

/** Nodes that a family is shown with; spec: design §10 Walks. */
const MAX_NODES = 10_000;

/**
 * The whole family of a session in preorder, from its topmost ancestor down, over edges of every kind; contract
 * `conversation.lineage`. A parent that is gone stands at the top, above every row that names it.
 *
 * @throws AppError `not-found` for an unknown id.
 */
export const lineageFamily: LaneOp<LineageInput, LineageOutput> = (context, { sessionId }) => {
  const index = conversationIndex(context);
  const { tops, missing, current } = familyOf(index, sessionId);
  const places = preorder(tops, missing === null ? 0 : 1, missing);
  const totals = familyTotals(context, index, places);
  const shown = places.slice(0, MAX_NODES).map((place, at) => toLineageNode(index, place, totals.nodes[at] ?? NOTHING));
  const nodes = missing === null ? shown : [missingNode(missing, totals.family), ...shown];
  return { current, table: packLineage(nodes.slice(0, MAX_NODES)), family: totals.family };
};

/**
 * Counts messages for {@link lineageFamily} for a while, so that no large family holds up other requests. To be asked
 * until nothing is left.
 */
export const lineageCounting: LaneOp<LineageInput, { readonly left: number }> = (context, { sessionId }) => {
  const until = performance.now() + COUNTING_MS;
  const { tops } = familyOf(conversationIndex(context), sessionId);
  const sessions = preorder(tops, 0, null).map(({ node }) => ({ session: node.session, before: segmentBefore(node) }));
  return { left: countFor(context, sessions, until) };
};

interface Family {
  readonly tops: readonly SessionNode[];
  /** The parent that the tops name and that is gone; null where there is no such. */
  readonly missing: string | null;
  readonly current: string;
}

function familyOf(index: ConversationIndex, sessionId: string): Family {
  const start = index.byId.get(sessionId);
  const current = index.conversationOf.get(sessionId)?.tip.id;
  if (start === undefined || current === undefined) {
    throw new AppError('not-found', 'This session is not in the database any more.', {
      hint: 'It may have been deleted meanwhile; go back to the list.',
    });
  }
  const top = topOf(start);
  const orphans = siblingsOfOrphan(index, top);
  return orphans.length === 0
    ? { current, tops: [top], missing: null }
    : { current, tops: orphans, missing: top.session.parentId };
}

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

function preorder(tops: readonly SessionNode[], depth: number, parentId: string | null): FamilyPlace[] {
  const places: FamilyPlace[] = [];
  const waiting: FamilyPlace[] = tops.map(node => ({ node, depth, parentId, parentAt: -1 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parentAt = places.length;
    places.push(next);
    const { id } = next.node.session;
    for (const child of continuationLast(next.node).reverse()) {
      waiting.push({ node: child, depth: next.depth + 1, parentId: id, parentAt });
    }
  }
  return places;
}

/** What hangs on a segment stands right below it, before the chain goes on. */
function continuationLast({ children, continuation }: SessionNode): SessionNode[] {
  if (continuation === null) return [...children];
  return [...children.filter(child => child !== continuation), continuation];
}

/** The edge that a loop of parents was cut at. */
function cutOf(index: ConversationIndex, { session, parent }: SessionNode): LineageNode['cut'] {
  const { id, parentId } = session;
  if (parent !== null || parentId === null || !index.byId.has(parentId)) return null;
  return { kind: parentId === id ? 'self' : 'loop', parentId };
}

function toLineageNode(
  index: ConversationIndex,
  { node, depth, parentId }: FamilyPlace,
  totals: NodeTotals,
): LineageNode {
  const { session, kind } = node;
  const preview = isName(session.title) ? '' : index.previews.ofSession(session, true);
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
    ...totals,
    live: isLive(session, session.activity, index.now()),
    archived: session.archived,
    missing: false,
    cut: cutOf(index, node),
  };
}

function missingNode(id: string, branch: FamilyTotals): LineageNode {
  return {
    sessionId: id,
    parentId: null,
    depth: 0,
    edge: 'unknown',
    label: id,
    source: '',
    startedAt: null,
    endedAt: null,
    lastActive: null,
    endReason: null,
    messages: 0,
    tokens: 0,
    cost: emptyCost(),
    branch,
    live: false,
    archived: false,
    missing: true,
    cut: null,
  };
}
