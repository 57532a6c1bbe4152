import type { ImportEntry } from './import-validation.ts';
import { trim, wellFormed } from './python-text.ts';
import type { Store } from './store.ts';

/**
 * Gives imported sessions their parents, as far as those are in the file and no loop comes of it. Where a loop is in
 * the list only the link that closes it is left out; spec: api §9.
 *
 * @returns how many sessions had to do without their parent.
 */
export function attachParents(store: Store, entries: readonly ImportEntry[]): number {
  const parentOf = new Map(
    entries.flatMap(({ id, session }) => {
      const parent = parentIn(session);
      return parent === '' ? [] : [[id, parent] as const];
    }),
  );
  const stored = store.db.prepare<[string], { parent: string | null }>(
    'SELECT parent_session_id AS parent FROM sessions WHERE id = ?',
  );
  const attach = store.db.prepare('UPDATE sessions SET parent_session_id = ? WHERE id = ?');
  const closesLoop = (id: string, parent: string) => {
    const seen = new Set([id]);
    let current: string | null = parent;
    while (current !== null && current !== '') {
      if (seen.has(current)) return true;
      seen.add(current);
      current = parentOf.get(current) ?? stored.get(current)?.parent ?? null;
    }
    return false;
  };
  let detached = 0;
  for (const [id, parent] of [...parentOf]) {
    if (stored.get(parent) !== undefined && !closesLoop(id, parent)) attach.run(parent, id);
    else {
      parentOf.delete(id);
      detached += 1;
    }
  }
  return detached;
}

function parentIn(session: ImportEntry['session']): string {
  const parent = session['parent_session_id'];
  return typeof parent === 'string' ? wellFormed(trim(parent)) : '';
}
