import type { EdgeKind } from '../../shared/contract/conversation.ts';
import type { Session } from './edges.ts';

/** A session in the forest of all families. */
export interface SessionNode {
  /** Replaced in place by a newer state of the row where the family stays as it is. */
  session: Session;
  /** Null for a root: no parent, a missing one, itself, or the place where a loop of parents was cut. */
  readonly parent: SessionNode | null;
  readonly kind: EdgeKind;
  /** Children of every kind, the earliest started first. */
  readonly children: readonly SessionNode[];
  /** The child that goes on where this session was compressed. */
  readonly continuation: SessionNode | null;
}

interface Draft extends SessionNode {
  parent: Draft | null;
  kind: EdgeKind;
  children: Draft[];
  continuation: Draft | null;
  /** Number of the walk that came by; 0 before any did. */
  walk: number;
}

/**
 * Links sessions to families and says what each edge is. Every session is in exactly one family, each family is a
 * tree: loops of parents are cut at their earliest session.
 * Spec: design §10 (walks, branch marks, one chain builder), api §3, compat-notes 27–33.
 *
 * @returns the nodes in the order of `sessions`; of several rows with one id the first is linked to.
 */
export function linkFamilies(sessions: readonly Session[]): SessionNode[] {
  const nodes = sessions.map(toDraft);
  linkParents(nodes);
  cutLoops(nodes);
  for (const node of nodes) {
    node.kind = kindOf(node.session, node.parent?.session ?? null);
    node.parent?.children.push(node);
  }
  for (const node of nodes) {
    if (node.children.length > 1) node.children.sort(byStart);
    chooseContinuation(node);
  }
  return nodes;
}

/** Nodes by session id; of several rows with one id the first. */
export function nodesById<N extends SessionNode>(nodes: readonly N[]): Map<string, N> {
  const byId = new Map<string, N>();
  for (const node of nodes) if (!byId.has(node.session.id)) byId.set(node.session.id, node);
  return byId;
}

function linkParents(nodes: readonly Draft[]): void {
  const byId = nodesById(nodes);
  for (const node of nodes) {
    const parent = node.session.parentId === null ? undefined : byId.get(node.session.parentId);
    node.parent = parent === undefined || parent === node ? null : parent;
  }
}

function toDraft(session: Session): Draft {
  return { session, parent: null, kind: 'root', children: [], continuation: null, walk: 0 };
}

function byStart(a: Draft, b: Draft): number {
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
