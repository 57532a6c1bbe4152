import { hasLocks } from './locked-sessions.ts';
import { promptsOnlyOf, sessionTables } from './session-tables.ts';
import type { Store } from './store.ts';

/**
 * Deletes sessions with everything that belongs to them, inside a transaction of the caller. What points at them loses
 * its parent first, so that foreign keys hold at every step, in loops too. Plain DML: the triggers of the file keep its
 * indexes; spec: api §10, compat-notes 55. Ids of sessions that are not there still take their left-over rows along.
 *
 * @param ids - as {@link deletionScope} gives them: subagents are not looked for here.
 */
export function deleteSessionRows(store: Store, ids: readonly string[]): void {
  const { db } = store;
  const prompts = promptsOnlyOf(store, ids);
  const detach = db.prepare('UPDATE sessions SET parent_session_id = NULL WHERE parent_session_id = ?');
  const remove = db.prepare('DELETE FROM sessions WHERE id = ?');
  const owned = sessionTables(store).map(({ table, column }) =>
    db.prepare(`DELETE FROM ${quoted(table)} WHERE ${quoted(column)} = ?`),
  );
  for (const id of ids) detach.run(id);
  for (const id of ids) {
    for (const statement of owned) statement.run(id);
    remove.run(id);
  }
  forgetExpiredLocks(store, ids);
  const forget = prompts.map(hash => ({ hash, statement: db.prepare('DELETE FROM system_prompts WHERE hash = ?') }));
  for (const { hash, statement } of forget) statement.run(hash);
}

/** A lock that still runs is its holder's to give back. */
function forgetExpiredLocks(store: Store, ids: readonly string[]): void {
  if (!hasLocks(store.catalog)) return;
  const forget = store.db.prepare('DELETE FROM compression_locks WHERE session_id = ? AND expires_at < ?');
  for (const id of ids) forget.run(id, store.now());
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
