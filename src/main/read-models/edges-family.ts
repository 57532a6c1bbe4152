import type { EdgeKind } from '../../shared/contract/conversation.ts';
import type { Conversation } from './conversation-index-build.ts';
import type { Session } from './edges.ts';

/** A session in the forest of all families. */
export interface SessionNode {
  /** Replaced in place by a newer state of the row where the family stays as it is. */
  session: Session;
  /** Null for a root: no parent, a missing one, itself, or the place where a loop of parents was cut. */
  readonly parent: SessionNode | null;
  readonly kind: EdgeKind;
  /** Children of every kind, the earliest started first. Replaced where one was added. */
  children: readonly SessionNode[];
  /** The child that goes on where this session was compressed. */
  readonly continuation: SessionNode | null;
  /** The row of the list that the session is part of; null until conversations were built. */
  conversation: Conversation | null;
}

/** All families of a file. */
export interface Forest {
  /** In the order of the sessions. */
  readonly nodes: readonly SessionNode[];
  /** By session id; of several rows with one id the first. */
  readonly byId: Map<string, SessionNode>;
}

interface Draft extends SessionNode {
  parent: Draft | null;
  kind: EdgeKind;
  children: readonly Draft[];
  continuation: Draft | null;
  /** Number of the walk that came by; 0 before any did. */
  walk: number;
}

/** Most sessions have none, and an array each would be a fifth of the memory. */
const NO_CHILDREN: readonly Draft[] = [];

/**
 * Links sessions to families and says what each edge is. Every session is in exactly one family, each family is a
 * tree: loops of parents are cut at their earliest session.
 * Spec: design §10 (walks, branch marks, one chain builder), api §3, compat-notes 27–33.
 *
 * @returns of several rows with one id the first is linked to.
 */
export function linkFamilies(sessions: readonly Session[]): Forest {
  const nodes = sessions.map(toDraft);
  const byId = new Map<string, Draft>();
  // Backwards, so that the first of several stays.
  for (const node of nodes.toReversed()) byId.set(node.session.id, node);
  const children = linkParents(nodes, byId);
  cutLoops(children);
  const parents = linkChildren(children);
  for (const [parent, own] of parents) {
    parent.children = own.length > 1 ? own.sort(byStart) : own;
    chooseContinuation(parent);
  }
  return { nodes, byId };
}

/** @returns the nodes with a parent. */
function linkParents(nodes: readonly Draft[], byId: ReadonlyMap<string, Draft>): Draft[] {
  const children: Draft[] = [];
  for (const node of nodes) {
    const { parentId } = node.session;
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parent !== undefined && parent !== node) {
      node.parent = parent;
      children.push(node);
    }
  }
  return children;
}

/** Says what the edges are, and collects the children of each parent. */
function linkChildren(nodes: readonly Draft[]): Map<Draft, Draft[]> {
  const parents = new Map<Draft, Draft[]>();
  for (const node of nodes) {
    node.kind = kindOf(node.session, node.parent?.session ?? null);
    if (node.parent === null) continue;
    const own = parents.get(node.parent);
    if (own === undefined) parents.set(node.parent, [node]);
    else own.push(node);
  }
  return parents;
}

/**
 * Links a session that no other names as its parent to the family of its own parent.
 *
 * @returns its node; null where the chains of that family may have to be chosen anew, and then nothing was touched.
 */
export function attach({ byId }: Forest, session: Session): SessionNode | null {
  const parent = session.parentId === null ? null : (byId.get(session.parentId) ?? null);
  const kind = kindOf(session, parent?.session ?? null);
  if (byId.has(session.id) || kind === 'compression') return null;
  const node: SessionNode = { session, parent, kind, children: NO_CHILDREN, continuation: null, conversation: null };
  byId.set(session.id, node);
  if (parent !== null) parent.children = [...parent.children, node].sort(byStart);
  return node;
}

function toDraft(session: Session): Draft {
  return {
    session,
    parent: null,
    // What it is without a parent; a subagent stays one.
    kind: session.delegateFrom === null ? 'root' : 'delegate',
    children: NO_CHILDREN,
    continuation: null,
    conversation: null,
    walk: 0,
  };
}

function byStart(a: SessionNode, b: SessionNode): number {
  return compareStart(a.session, b.session);
}

function compareStart(a: Session, b: Session): number {
  const difference = (a.startedAt ?? Infinity) - (b.startedAt ?? Infinity);
  return difference !== 0 && !Number.isNaN(difference) ? difference : compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Each node has one parent at most, so a walk upwards meets a loop or ends. */
function cutLoops(nodes: readonly Draft[]): void {
  let walk = 0;
  for (const start of nodes) {
    walk += 1;
    let node: Draft | null = start;
    while (node !== null && node.walk === 0) {
      node.walk = walk;
      node = node.parent;
    }
    if (node?.walk === walk) cutLoop(node);
  }
}

/** A subagent is no good root: the conversation would be hidden. */
function cutLoop(member: Draft): void {
  let cut = member;
  for (let node = member.parent; node !== null && node !== member; node = node.parent) {
    if (isBetterRoot(node.session, cut.session)) cut = node;
  }
  cut.parent = null;
}

function isBetterRoot(a: Session, b: Session): boolean {
  const [delegateA, delegateB] = [a.delegateFrom !== null, b.delegateFrom !== null];
  return delegateA === delegateB ? compareStart(a, b) < 0 : delegateB;
}

/**
 * What an edge is. A subagent stays one without its parent (spec: compat-notes 37); a branch mark counts only where it
 * names the row's own parent. `compression` is what the row may be until {@link chooseContinuation} has chosen.
 */
function kindOf(session: Session, parent: Session | null): EdgeKind {
  if (session.delegateFrom !== null) return 'delegate';
  if (parent === null) return 'root';
  if (session.branchedFrom === parent.id) return 'branch';
  if (session.resetFrom !== null) return 'reset';
  if (parent.endReason === 'compression') return session.source === 'tool' ? 'unknown' : 'compression';
  return parent.endReason === 'branched' && session.storedStart >= parent.storedEnd ? 'branch' : 'unknown';
}

/** Of several continuations one is followed, in the order of spec: api §3, get_compression_tip. */
function chooseContinuation(node: Draft): void {
  if (node.session.endReason !== 'compression') return;
  const candidates = node.children.filter(child => child.kind === 'compression');
  let chosen: Draft | null = null;
  for (const child of candidates) if (chosen === null || isBetterTip(child.session, chosen.session)) chosen = child;
  for (const child of candidates) if (child !== chosen) child.kind = 'unknown';
  node.continuation = chosen;
}

function isBetterTip(a: Session, b: Session): boolean {
  const state = endRank(a) - endRank(b);
  if (state !== 0) return state < 0;
  const activity = (a.activity ?? -1) - (b.activity ?? -1);
  if (activity !== 0) return activity > 0;
  const start = (a.startedAt ?? -1) - (b.startedAt ?? -1);
  return start === 0 ? a.id > b.id : start > 0;
}

function endRank(session: Session): number {
  if (session.endReason === 'compression') return 0;
  return session.ended ? 2 : 1;
}
