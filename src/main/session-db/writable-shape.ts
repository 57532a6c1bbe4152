import type { Database } from 'better-sqlite3';
import { has } from './catalog.ts';
import type { Catalog, FtsProbe } from './catalog.ts';
import { NeedsUpgradeError } from './errors.ts';
import { saysMissingPart } from './fts/capability.ts';
import { BASE_TRIGGERS, TRIGRAM_TRIGGERS } from './fts-schema.ts';
import { planSchema } from './migrate/plan.ts';
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
  const version = catalog.schemaVersion;
  if (version !== null && version > SCHEMA_VERSION) return;
  const blocking = planSchema(db, path).find(step => step.mayWait !== true);
  const reason =
    blocking !== undefined && (version === null || version < SCHEMA_VERSION)
      ? `it has schema ${String(version ?? 'of unknown number')}`
      : (blocking?.name ?? missingTrigger(catalog));
  if (reason !== null) {
    throw new NeedsUpgradeError(`${path} needs an upgrade to schema ${String(SCHEMA_VERSION)}: ${reason}.`, version);
  }
}

/**
 * A message written past a missing trigger would never be found, or would damage the index later. An index whose
 * tokenizer this SQLite lacks has no triggers on purpose.
 */
function missingTrigger({ fts, triggers }: Catalog): string | null {
  const find = ({ exists, error }: FtsProbe, names: readonly string[]) => {
    if (!exists || saysMissingPart(error ?? '')) return null;
    const trigger = names.find(name => !triggers.has(name));
    return trigger === undefined ? null : `the trigger ${trigger} is missing`;
  };
  return find(fts.base, BASE_TRIGGERS) ?? find(fts.trigram, TRIGRAM_TRIGGERS);
}
