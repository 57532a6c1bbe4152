import { isDelegate, mark } from './lineage-sql.ts';
import { wellFormed } from './python-text.ts';
import { snapshot } from './snapshot.ts';
import type { Store } from './store.ts';

/** What a deletion of some sessions takes, and what it leaves changed. */
export interface DeletionScope {
  /** Ids of the rows that go: those asked for that exist, each once and in the order asked, then their subagents'. */
  readonly sessions: string[];
  /** Ids of the rows that stay and lose their parent: branches, continuations and untagged children. */
  readonly detached: string[];
}

/** How subagents of deleted sessions are treated. */
export interface ScopeOptions {
  /**
   * `cascade` (default): subagents go with the session they worked for, and theirs with them. `orphan` leaves them as
   * rows without a parent, which is what Hermes does when it prunes; spec: api §10.
   */
  readonly delegates?: 'cascade' | 'orphan';
}

/**
 * Which rows a deletion of these sessions takes and which it detaches; spec: api §10. A subagent is found by the mark
 * that names its session, or by its parent where it has any mark. Loops end, unknown ids are left out, and a
 * `model_config` that is not JSON marks nothing. Changes nothing.
 *
 * @param ids - sessions to delete; repeated and unknown ones are allowed.
 */
export function deletionScope(store: Store, ids: readonly string[], options: ScopeOptions = {}): DeletionScope {
  return snapshot(store, () => {
    const sessions = existing(store, ids);
    const taken = new Set(sessions);
    if (options.delegates !== 'orphan' && taken.size > 0) addDelegates(taken, delegatesBySession(store));
    return { sessions: [...taken], detached: childrenLeft(store, taken) };
  });
}

function existing(store: Store, ids: readonly string[]): string[] {
  const known = store.db.prepare<[string], number>('SELECT 1 FROM sessions WHERE id = ?').pluck();
  return [...new Set(ids.map(wellFormed))].filter(id => known.get(id) !== undefined);
}

/** Walks in memory: a statement for each step would read every `model_config` again. */
function addDelegates(taken: Set<string>, delegatesOf: ReadonlyMap<string, readonly string[]>): void {
  // A set hands out what is added to it while it is walked, so every level is.
  for (const id of taken) {
    for (const delegate of delegatesOf.get(id) ?? []) taken.add(delegate);
  }
}

/**
 * Makes a function that gives a session with its subagents and theirs, itself first. The marks are read once, so it
 * serves one transaction.
 */
export function delegateFinder(store: Store): (id: string) => string[] {
  const delegatesOf = delegatesBySession(store);
  return id => {
    const family = new Set([id]);
    addDelegates(family, delegatesOf);
    return [...family];
  };
}

/** Marked rows by the session that their mark names and by their parent. */
function delegatesBySession(store: Store): Map<string, string[]> {
  const rows = store.db
    .prepare<[], { id: string; parent: string | null; origin: unknown }>(
      `SELECT s.id, s.parent_session_id AS parent, ${mark('s', '_delegate_from')} AS origin FROM sessions s
       WHERE ${isDelegate('s')} ORDER BY s.started_at, s.id`,
    )
    .all();
  const found = new Map<string, string[]>();
  for (const { id, parent, origin } of rows) {
    for (const session of new Set([parent, origin])) {
      if (typeof session !== 'string') continue;
      const delegates = found.get(session);
      if (delegates === undefined) found.set(session, [id]);
      else delegates.push(id);
    }
  }
  return found;
}

function childrenLeft(store: Store, taken: ReadonlySet<string>): string[] {
  const children = store.db
    .prepare<[string], string>('SELECT id FROM sessions WHERE parent_session_id = ? ORDER BY started_at, id')
    .pluck();
  return [...taken].flatMap(id => children.all(id)).filter(id => !taken.has(id));
}
