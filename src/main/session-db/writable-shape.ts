import type { Database } from 'better-sqlite3';
import { has } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { NeedsUpgradeError } from './errors.ts';
import { blockingSteps } from './migrate/plan.ts';
import { SCHEMA_VERSION } from './schema.ts';

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
 * Refuses to write to a file whose rows a writer could not store rightly before an upgrade. What may wait, such as an
 * index that only makes things faster, is no reason. Changes nothing.
 *
 * @throws NeedsUpgradeError naming what is missing.
 */
export function assertWritableShape(db: Database, catalog: Catalog, path: string): void {
  const blocking = blockingSteps(db, path)[0];
  if (blocking === undefined) return;
  const version = catalog.schemaVersion;
  const reason = version === SCHEMA_VERSION ? blocking.name : `it has schema ${String(version ?? 'of unknown number')}`;
  throw new NeedsUpgradeError(`${path} needs an upgrade to schema ${String(SCHEMA_VERSION)}: ${reason}.`, version);
}
