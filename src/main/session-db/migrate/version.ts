import type { Database } from 'better-sqlite3';
import { SCHEMA_VERSION } from '../schema.ts';
import type { SchemaStep } from './step.ts';

/**
 * Raises the number, never lowers it, and never adds a second row; spec: migrations §4.5.
 *
 * @param version - see `storedVersion`.
 */
export function versionSteps(version: number | null): SchemaStep[] {
  const target = String(SCHEMA_VERSION);
  if (version === null) {
    const run = (live: Database) => {
      live.exec(`INSERT INTO schema_version (version) VALUES (${target})`);
    };
    return [{ name: `set the schema version to ${target}`, run }];
  }
  if (!(version < SCHEMA_VERSION)) return [];
  return [{ name: `raise the schema version from ${String(version)} to ${target}`, run: raiseVersion }];
}

/** Raises every lower number. One that is stored as text would be compared as text: `9` is more than `23` then. */
export function raiseVersion(db: Database): void {
  const target = String(SCHEMA_VERSION);
  db.exec(
    `UPDATE schema_version SET version = ${target} WHERE version IS NOT NULL AND CAST(version AS REAL) < ${target}`,
  );
}
