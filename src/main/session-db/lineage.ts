import { isContinuation, isMarkedBranch, lastActive } from './lineage-sql.ts';
import type { BranchMarks } from './lineage-sql.ts';
import { wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

/** Real chains are 180 segments long and more; Hermes stops at 100. */
const MAX_HOPS = 10_000;

/** How a walk along a conversation goes. */
export interface LineageOptions extends BranchMarks {
  /** Most steps of a walk: 10,000 unless given; Hermes takes 100. */
  readonly maxHops?: number;
}

/** How a compression lineage picks among several children. */
export interface CompressionLineageOptions extends LineageOptions {
  /**
   * `tip-order` (default): as {@link getCompressionTip} does, subagents and tool sessions left out. `earliest` is
   * Hermes's answer: the child that started first, whatever it is; spec: api §3.
   */
  readonly childChoice?: 'tip-order' | 'earliest';
}

/** A session in a family, as {@link getAncestors} and {@link getDescendants} return it. */
export interface RelativeRow {
  id: string;
  title: string | null;
  started_at: number;
  parent_session_id: string | null;
  /** Steps from the session that was asked for, which has 0. */
  depth: number;
}

/**
 * The live end of a conversation: follows the edges of compression from `id`; spec: api §3.
 *
 * @returns the id itself where it is unknown or was not compressed. Loops end the walk.
 */
export function getCompressionTip(store: Store, id: string, options: LineageOptions = {}): string {
  return tipFinder(store, options)(id);
}

/** {@link getCompressionTip} for many ids: its statement is prepared once. */
export function tipFinder(store: Store, options: LineageOptions = {}): (id: string) => string {
  const next = continuationOf(store, options);
  return id => walk(id, next, options).at(-1) ?? id;
}

/**
 * Every segment of the conversation that holds a session, oldest first; spec: api §3.
 *
 * @returns an empty list for an unknown id, and the id alone for a branch or a row off the path.
 */
export function getCompressionLineage(
  store: Store,
  sessionId: string,
  options: CompressionLineageOptions = {},
): string[] {
  const id = wellFormed(sessionId);
  const known = store.db.prepare<[string], { branch: number }>(
    `SELECT ${isMarkedBranch('s', options)} AS branch FROM sessions s WHERE s.id = ?`,
  );
  const self = known.get(id);
  if (self === undefined) return [];
  if (self.branch === 1) return [id];
  const root = walk(id, compressedParentOf(store, options), options).at(-1) ?? id;
  const next = options.childChoice === 'earliest' ? earliestChildOf(store, options) : continuationOf(store, options);
  const path = walk(root, next, options);
  return path.includes(id) ? path : [id];
}

/**
 * First element of the chain of parents of any kind. The parent of the last known row may itself be missing from the
 * file; its id is then the root; spec: api §3.
 */
export function getConversationRoot(store: Store, id: string, options: Pick<LineageOptions, 'maxHops'> = {}): string {
  return getAncestorChain(store, id, options)[0] ?? id;
}

/** Ids from the root of the chain of parents down to `id`, missing rows included; spec: api §3. */
export function getAncestorChain(store: Store, id: string, options: Pick<LineageOptions, 'maxHops'> = {}): string[] {
  return walk(id, idStatement(store, 'SELECT parent_session_id FROM sessions WHERE id = ?'), options).reverse();
}

/**
 * The session a resume of `id` lands on: from the compression tip down through the latest children, whatever ended
 * them, to the last one with messages. This is Hermes's rule, and untagged children can hijack it; for display use
 * {@link getCompressionTip}; spec: api §6.
 */
export function resolveResumeSessionId(store: Store, id: string, options: LineageOptions = {}): string {
  const tip = getCompressionTip(store, id, options);
  const child = idStatement(
    store,
    `SELECT c.id FROM sessions c WHERE c.parent_session_id = ? AND ${isContinuation('c', { branchMarks: 'any' })}
     ORDER BY c.started_at DESC, c.id DESC LIMIT 1`,
  );
  const hasMessage = store.db.prepare<[string], number>('SELECT 1 FROM messages WHERE session_id = ? LIMIT 1').pluck();
  const path = walk(tip, child, { maxHops: 32 });
  return path.findLast(current => hasMessage.get(current) !== undefined) ?? tip;
}

/** The session and the rows above it, nearest first. A missing parent ends the list, a loop is walked once. */
export function getAncestors(store: Store, id: string): RelativeRow[] {
  const row = relativeStatement(store, 's.id = ?');
  const chain = getAncestorChain(store, id).reverse();
  return chain.flatMap((ancestor, depth) => row.all(ancestor).map(found => ({ ...found, depth })));
}

/** The session and every row below it, level by level, each once, oldest first within a level. */
export function getDescendants(store: Store, id: string): RelativeRow[] {
  const children = relativeStatement(store, 's.parent_session_id = ? ORDER BY s.started_at, s.id');
  const found = relativeStatement(store, 's.id = ?')
    .all(id)
    .map(row => ({ ...row, depth: 0 }));
  const seen = new Set(found.map(row => row.id));
  for (const parent of found) {
    if (parent.depth >= MAX_HOPS) break;
    const fresh = children.all(parent.id).filter(child => !seen.has(child.id));
    for (const child of fresh) {
      seen.add(child.id);
      found.push({ ...child, depth: parent.depth + 1 });
    }
  }
  return found;
}

function relativeStatement(store: Store, condition: string) {
  const title = store.catalog.columns.get('sessions')?.includes('title') === true ? 's.title' : 'NULL';
  return store.db.prepare<[string], Omit<RelativeRow, 'depth'>>(
    `SELECT s.id, ${title} AS title, s.started_at, s.parent_session_id FROM sessions s WHERE ${condition}`,
  );
}

/** Follows `next` from a session until it has no answer, repeats itself or was asked too often. Start included. */
function walk(from: string, next: Step, options: LineageOptions): string[] {
  // As ids are stored: what comes out must be an id of the file.
  const start = wellFormed(from);
  const seen = new Set([start]);
  const limit = options.maxHops ?? MAX_HOPS;
  for (let current = start, hops = 0; hops < limit; hops += 1) {
    const following = next(current) ?? null;
    if (following === null || seen.has(following)) break;
    seen.add(following);
    current = following;
  }
  return [...seen];
}

type Step = (id: string) => string | null | undefined;

/** Among several children: compressed ones, then open ones, then the rest; the most recently active first. */
function continuationOf(store: Store, marks: BranchMarks): Step {
  return idStatement(
    store,
    `SELECT c.id FROM sessions p JOIN sessions c ON c.parent_session_id = p.id
     WHERE p.id = ? AND p.end_reason = 'compression' AND ${isContinuation('c', marks)}
     ORDER BY CASE WHEN c.end_reason = 'compression' THEN 0 WHEN c.ended_at IS NULL THEN 1 ELSE 2 END,
       ${lastActive(store.catalog, 'c')} DESC, c.started_at DESC, c.id DESC LIMIT 1`,
  );
}

function compressedParentOf(store: Store, options: CompressionLineageOptions): Step {
  const continues =
    options.childChoice === 'earliest' ? `NOT ${isMarkedBranch('c', options)}` : isContinuation('c', options);
  return idStatement(
    store,
    `SELECT p.id FROM sessions c JOIN sessions p ON p.id = c.parent_session_id
     WHERE c.id = ? AND p.end_reason = 'compression' AND ${continues}`,
  );
}

function earliestChildOf(store: Store, marks: BranchMarks): Step {
  return idStatement(
    store,
    `SELECT c.id FROM sessions p JOIN sessions c ON c.parent_session_id = p.id
     WHERE p.id = ? AND p.end_reason = 'compression' AND NOT ${isMarkedBranch('c', marks)}
     ORDER BY c.started_at, c.id LIMIT 1`,
  );
}

function idStatement(store: Store, sql: string): Step {
  const statement = store.db.prepare<[string], string | null>(sql).pluck();
  return id => statement.get(id);
}
