import { buildConversations, type Conversation, toConversation } from './conversation-index-build.ts';
import { attach, type Forest, type SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';
import type { SessionOrders } from './session-view-orders.ts';

/** The conversation that a session is part of, by the id of the session. */
export interface ConversationLookup {
  readonly get: (sessionId: string) => Conversation | undefined;
}

/** The parts of an index that follow from the rows of its sessions. */
export interface IndexParts extends Forest {
  readonly conversations: readonly Conversation[];
  readonly conversationOf: ConversationLookup;
  /** Conversations that the list shows as rows of their own. */
  readonly listed: number;
  readonly orders: SessionOrders;
}

/** What happened to rows since an index was made. */
export interface RowChanges {
  /** Newer states of rows that the index holds. */
  readonly changed: readonly Session[];
  /** Rows behind the last one that it holds. */
  readonly added: readonly Session[];
}

/** More rows than this are cheaper built anew. */
const MAX_ROWS = 200;

/**
 * Brings the parts of an index up to date where rows changed and no chain did: messages, counters, titles, flags, new
 * roots, subagents and branches. Newer states of rows are put into the nodes they belong to.
 *
 * @returns the new parts; null where a chain may have changed, and then nothing was touched.
 */
export function patchParts(parts: IndexParts, { changed, added }: RowChanges): IndexParts | null {
  if (changed.length + added.length > MAX_ROWS) return null;
  const pairs = changed.flatMap(session => {
    const node = parts.byId.get(session.id);
    return node === undefined ? [] : [{ node, session }];
  });
  if (pairs.length < changed.length || !pairs.every(({ node, session }) => keepsFamily(node, session))) return null;
  if (added.length > 0 && !isAttachable(parts, added)) return null;
  for (const { node, session } of pairs) node.session = session;
  const nodes = added.map(session => attach(parts, session)).filter(node => node !== null);
  const touched = [
    ...pairs.map(({ node }) => node),
    ...nodes.flatMap(({ parent }) => (parent === null ? [] : [parent])),
  ];
  return withConversations(replaced(parts, touched.map(headOf)), nodes);
}

/** Nothing hangs on the new rows, and none of them goes on where another was compressed. */
function isAttachable({ nodes, byId }: IndexParts, added: readonly Session[]): boolean {
  const wanted = new Set(added.map(({ parentId }) => parentId));
  // A row that waited for its parent, or hung on what it is cut from.
  for (const { parent, session } of nodes) if (parent === null) wanted.add(session.parentId);
  const ids = new Set(added.map(({ id }) => id));
  return (
    ids.size === added.length &&
    added.every(({ id, parentId }) => {
      const parent = parentId === null ? undefined : byId.get(parentId);
      return !byId.has(id) && !wanted.has(id) && parent?.session.endReason !== 'compression';
    })
  );
}

function keepsFamily({ session: before, parent }: SessionNode, now: Session): boolean {
  const competes = parent !== null && parent.session.endReason === 'compression' && parent.children.length > 1;
  return !competes && sameOrigin(before, now) && sameEnd(before, now);
}

function sameOrigin(before: Session, now: Session): boolean {
  return (
    before.rowid === now.rowid &&
    before.parentId === now.parentId &&
    before.source === now.source &&
    Object.is(before.storedStart, now.storedStart) &&
    before.branchedFrom === now.branchedFrom &&
    before.delegateFrom === now.delegateFrom &&
    before.resetFrom === now.resetFrom
  );
}

/** Only these two ends say something of the children. */
function sameEnd(before: Session, now: Session): boolean {
  const decides = (session: Session) => session.endReason === 'compression' || session.endReason === 'branched';
  if (!decides(before) && !decides(now)) return true;
  return before.endReason === now.endReason && Object.is(before.storedEnd, now.storedEnd);
}

function headOf(node: SessionNode): SessionNode {
  let head = node;
  while (head.kind === 'compression' && head.parent !== null) head = head.parent;
  return head;
}

/** Makes the conversations of these heads anew. */
function replaced(parts: IndexParts, heads: readonly SessionNode[]): IndexParts {
  const news = new Map<Conversation, Conversation>();
  for (const head of new Set(heads)) {
    const before = head.conversation;
    if (before !== null) news.set(before, toConversation(head, before.place));
  }
  if (news.size === 0) return parts;
  const conversations = [...parts.conversations];
  for (const now of news.values()) conversations[now.place] = now;
  return { ...parts, conversations, orders: parts.orders.replaced(conversations, news) };
}

/** Puts in those that begin at new nodes. */
function withConversations(parts: IndexParts, nodes: readonly SessionNode[]): IndexParts {
  if (nodes.length === 0) return parts;
  const news = buildConversations(nodes, parts.conversations.length);
  const conversations = [...parts.conversations, ...news];
  return {
    ...parts,
    nodes: [...parts.nodes, ...nodes],
    conversations,
    listed: parts.listed + news.filter(({ hidden }) => hidden === null).length,
    orders: parts.orders.added(conversations, news),
  };
}
