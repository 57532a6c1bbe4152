import type { Database } from 'better-sqlite3';
import { has } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { NeedsUpgradeError } from './errors.ts';
import { BASE_TRIGGERS, TRIGRAM_TRIGGERS } from './fts-schema.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { MESSAGE_COLUMNS, SESSION_COLUMNS } from './known-columns.ts';

/** Columns that builds of the current number may lack, and that nothing but their own method needs. */
const OPTIONAL = new Set(['pinned']);

/** The key of `session_model_usage`, in order; with any other key an upsert fails; spec: migrations §4.4. */
const USAGE_KEY = 'session_id,model,billing_provider,billing_base_url,billing_mode,task';

/**
 * True for files that are read only unless the user insists: above 25, or numbered 24 or 25 without a mark of the
 * two families that are known; spec: migrations §9.
 */
export function isBeyondWriting(catalog: Catalog): boolean {
  const version = catalog.schemaVersion ?? 0;
  if (version <= SCHEMA_VERSION) return false;
  if (version > 25) return true;
  const mainline = has(catalog, 'system_prompts') && has(catalog, 'sessions', 'system_prompt_hash');
  return !mainline && !has(catalog, 'external_role_session_bindings');
}

/**
 * Refuses to write to a file that a writer would first have to upgrade. Changes nothing.
 *
 * @throws NeedsUpgradeError naming the first thing that is missing.
 */
export function assertWritableShape(db: Database, catalog: Catalog, path: string): void {
  const version = catalog.schemaVersion;
  if (version !== null && version > SCHEMA_VERSION) return;
  const reason =
    version === null || version < SCHEMA_VERSION
      ? `it has schema ${String(version ?? 'of unknown number')}`
      : (missingColumn(catalog) ?? wrongUsageKey(db, catalog) ?? missingTrigger(catalog));
  if (reason !== null) {
    throw new NeedsUpgradeError(`${path} needs an upgrade to schema ${String(SCHEMA_VERSION)}: ${reason}.`, version);
  }
}

function missingColumn(catalog: Catalog): string | null {
  const find = (table: string, columns: readonly string[]) => {
    const column = columns.find(name => !OPTIONAL.has(name) && !has(catalog, table, name));
    return column === undefined ? null : `the column ${table}.${column} is missing`;
  };
  return find('sessions', SESSION_COLUMNS) ?? find('messages', MESSAGE_COLUMNS);
}

function wrongUsageKey(db: Database, catalog: Catalog): string | null {
  if (!has(catalog, 'session_model_usage')) return null;
  const key = db
    .prepare<[], { name: string; pk: number }>(
      "SELECT name, pk FROM pragma_table_info('session_model_usage') WHERE pk > 0 ORDER BY pk",
    )
    .all()
    .map(column => column.name)
    .join();
  return key === USAGE_KEY ? null : 'the key of session_model_usage is an older one';
}

/** A message written past a missing trigger would never be found, or would damage the index later. */
function missingTrigger(catalog: Catalog): string | null {
  const find = (table: string, triggers: readonly string[]) => {
    if (!has(catalog, table)) return null;
    const trigger = triggers.find(name => !catalog.triggers.has(name));
    return trigger === undefined ? null : `the trigger ${trigger} is missing`;
  };
  return find('messages_fts', BASE_TRIGGERS) ?? find('messages_fts_trigram', TRIGRAM_TRIGGERS);
}
