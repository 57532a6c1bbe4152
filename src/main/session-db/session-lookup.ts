import { escapeLike } from './session-filter.ts';
import { allColumns } from './session-row.ts';
import type { SessionRow } from './session-row.ts';
import type { Store } from './store.ts';

/** The session as it is stored, every live column; null for an unknown id. */
export function getSession(store: Store, id: string): SessionRow | null {
  const columns = allColumns(store.catalog, 's');
  return store.db.prepare<[string], SessionRow>(`SELECT ${columns} FROM sessions s WHERE s.id = ?`).get(id) ?? null;
}

/**
 * The id that a text means: exactly, or as the beginning of one id only; spec: api §6.
 *
 * @returns null where nothing or more than one id begins so. The empty text begins every id.
 */
export function resolveSessionId(store: Store, text: string): string | null {
  const exact = store.db.prepare<[string], string>('SELECT id FROM sessions WHERE id = ?').pluck().get(text);
  if (exact !== undefined) return exact;
  const [first, second] = store.db
    .prepare<[string], string>(`SELECT id FROM sessions WHERE id LIKE ? ESCAPE '\\' LIMIT 2`)
    .pluck()
    .all(`${escapeLike(text)}%`);
  return second === undefined ? (first ?? null) : null;
}
