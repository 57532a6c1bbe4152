import { has } from './catalog.ts';
import { hasSharedPrompts } from './session-row.ts';
import type { Store } from './store.ts';

/** A table whose rows belong to a session and go with it. */
export interface SessionTable {
  readonly table: string;
  /** Holds the session's id. */
  readonly column: string;
}

/** Other programs write without foreign keys, and old files declare them without a cascade; spec: schema §5, §6. */
const KNOWN_TABLES: readonly SessionTable[] = [
  { table: 'messages', column: 'session_id' },
  { table: 'session_model_usage', column: 'session_id' },
  { table: 'telegram_dm_topic_bindings', column: 'session_id' },
];

/**
 * Live tables whose rows a deletion takes together with their session: the known ones, and those of later builds that
 * declare a cascade. `sessions` itself is not among them, nor are locks, of which only expired ones go.
 */
export function sessionTables(store: Store): SessionTable[] {
  const known = KNOWN_TABLES.filter(({ table, column }) => has(store.catalog, table, column));
  const names = new Set(['sessions', ...known.map(({ table }) => table)]);
  const others = [...store.catalog.columns.keys()].filter(table => !names.has(table));
  return [...known, ...others.flatMap(table => cascadingColumns(store, table))];
}

/** A virtual table has no foreign keys, and SQLite says so without loading its module. */
function cascadingColumns(store: Store, table: string): SessionTable[] {
  return store.db
    .prepare<[string], { column: string }>(
      `SELECT "from" AS "column" FROM pragma_foreign_key_list(?)
       WHERE lower("table") = 'sessions' AND on_delete = 'CASCADE' AND lower(COALESCE("to", 'id')) = 'id'`,
    )
    .all(table)
    .map(({ column }) => ({ table, column }));
}

/**
 * Hashes of the shared prompts that no other session than these uses; empty in files that keep prompts inline; spec:
 * migrations §9.
 */
export function promptsOnlyOf(store: Store, sessionIds: readonly string[]): string[] {
  if (!hasSharedPrompts(store.catalog)) return [];
  const hashOf = store.db
    .prepare<[string], string | null>('SELECT system_prompt_hash FROM sessions WHERE id = ?')
    .pluck();
  const uses = new Map<string, number>();
  for (const id of sessionIds) {
    const hash = hashOf.get(id) ?? null;
    if (hash !== null) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  }
  const all = store.db.prepare<[string], number>('SELECT COUNT(*) FROM sessions WHERE system_prompt_hash = ?').pluck();
  return [...uses].filter(([hash, count]) => all.get(hash) === count).map(([hash]) => hash);
}
