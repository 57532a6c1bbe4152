import type { SessionSort } from '../../shared/contract/sessions.ts';
import { type Conversation, toConversation } from './conversation-index-build.ts';
import type { SessionNode } from './edges-family.ts';
import type { Session } from './edges.ts';
import { replacedInOrder } from './session-view-order.ts';

/** The parts of an index that follow from the rows of its sessions. */
export interface IndexParts {
  readonly byId: ReadonlyMap<string, SessionNode>;
  readonly conversations: readonly Conversation[];
  readonly conversationOf: ReadonlyMap<string, Conversation>;
  /** Conversations in the orders that were asked for so far. */
  readonly orders: Map<SessionSort, readonly Conversation[]>;
}

/** More changed rows than this are cheaper built anew. */
const MAX_CHANGED = 200;

/**
 * Brings the parts of an index up to date where rows changed and no family did: messages, counters, titles, flags.
 *
 * @param changed - newer states of rows that the index holds; put into the nodes they belong to.
 * @returns the new parts; null where a family may have changed, and then nothing was touched.
 */
export function patchParts(parts: IndexParts, changed: readonly Session[]): Omit<IndexParts, 'byId'> | null {
  if (changed.length > MAX_CHANGED) return null;
  const nodes = changed.map(session => parts.byId.get(session.id));
  const pairs = nodes.flatMap((node, at) => {
    const session = changed[at];
    return node === undefined || session === undefined ? [] : [{ node, session }];
  });
  if (pairs.length < changed.length || !pairs.every(({ node, session }) => keepsFamily(node, session))) return null;
  for (const { node, session } of pairs) node.session = session;
  return replaceConversations(
    parts,
    pairs.map(({ node }) => headOf(node)),
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

function replaceConversations(parts: IndexParts, heads: readonly SessionNode[]): Omit<IndexParts, 'byId'> {
  const replaced = new Map<Conversation, Conversation>();
  const conversationOf = new Map(parts.conversationOf);
  for (const head of new Set(heads)) {
    const before = parts.conversationOf.get(head.session.id);
    if (before === undefined) continue;
    const now = toConversation(head);
    replaced.set(before, now);
    for (const { id } of now.segments) conversationOf.set(id, now);
  }
  return {
    conversations: parts.conversations.map(conversation => replaced.get(conversation) ?? conversation),
    conversationOf,
    orders: new Map([...parts.orders].map(([sort, ordered]) => [sort, replacedInOrder(ordered, sort, replaced)])),
  };
}
