import type { Database } from 'better-sqlite3';
import { SCHEMA_VERSION } from '../schema.ts';
import { hasObject } from './live.ts';
import type { SchemaStep } from './step.ts';

/** The number in `schema_version`: null without a row, `NaN` where the row holds none. */
export function readVersion(db: Database): number | null {
  if (!hasObject(db, 'schema_version')) return null;
  const version: unknown = db.prepare('SELECT version FROM schema_version LIMIT 1').pluck().get();
  return version === undefined ? null : Number(version);
}

/** Raises the number, never lowers it, and never adds a second row; spec: migrations §4.5. */
export function versionSteps(version: number | null): SchemaStep[] {
  const target = String(SCHEMA_VERSION);
  if (version === null) {
    const run = (live: Database) => {
      live.prepare('INSERT INTO schema_version (version) VALUES (?)').run(SCHEMA_VERSION);
    };
    return [{ name: `set the schema version to ${target}`, run }];
  }
  if (!(version < SCHEMA_VERSION)) return [];
  const run = (live: Database) => {
    live.prepare('UPDATE schema_version SET version = :to WHERE version < :to').run({ to: SCHEMA_VERSION });
  };
  return [{ name: `raise the schema version from ${String(version)} to ${target}`, run }];
}
