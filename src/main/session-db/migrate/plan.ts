import type { Database } from 'better-sqlite3';
import { dirname } from 'node:path';
import { freeBytes } from '../backup-target.ts';
import { ftsSteps } from '../fts/at-open.ts';
import { ftsCapability } from '../fts/capability.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import type { Store } from '../store.ts';
import { knownVersion, storedVersion } from '../stored-version.ts';
import { dataSteps } from './data-steps.ts';
import { healSteps, indexSteps, titleSteps } from './indexes.ts';
import { keySteps, tablesToDrop } from './keys.ts';
import { versionSteps } from './version.ts';
import { stampSteps } from './stamps.ts';
import type { SchemaStep } from './step.ts';
import { columnSteps, tableSteps } from './tables.ts';

/** Finds by reading alone which steps a file needs. */
export type Planner = (db: Database, path: string) => readonly SchemaStep[];

/**
 * Tables, columns, keys, indexes, rows and the number: one transaction; spec: migrations §2, steps 2 to 9. Steps that
 * depend on an earlier one find out when they run.
 */
export function planSchema(db: Database, path: string, { fts5 } = ftsCapability(db)): readonly SchemaStep[] {
  const version = storedVersion(db);
  if (isNewer(version)) return [];
  // Without FTS5 an older number stays, so that the steps up to the current one are taken where it is there.
  const gated = fts5 || version === null ? [...dataSteps(version, path), ...versionSteps(version)] : [];
  return [
    ...tableSteps(db),
    ...columnSteps(db),
    ...keySteps(db),
    ...indexSteps(db, tablesToDrop(db)),
    ...gated,
    ...titleSteps(db),
  ];
}

/**
 * Full-text objects, and message states after them: an old trigger may name a tokenizer that is not there. Complete
 * only for a file that has its schema.
 */
export const planSearch: Planner = db => (isNewer(storedVersion(db)) ? [] : [...ftsSteps(db), ...healSteps(db)]);

/** Marks of the search index in `state_meta`: they change neither the schema nor a row that anybody wrote. */
export const planMarks: Planner = db => (isNewer(storedVersion(db)) ? [] : stampSteps(db));

/** A newer file needs nothing from us; spec: migrations §9. */
function isNewer(version: number | null): boolean {
  return version !== null && version > SCHEMA_VERSION;
}

/** For the screen that offers an upgrade. */
export interface UpgradePlan {
  /** False where rows can be written as the file is, even if a part is missing. */
  readonly needed: boolean;
  readonly from: number | null;
  readonly to: number;
  /** What changes, in words. */
  readonly changes: readonly string[];
  readonly backupBytes: number;
  /** Null where the system does not say. */
  readonly freeBytes: number | null;
}

/** What an upgrade of the file would change. Reads only, so a read-only store will do. */
export function planUpgrade({ db, path }: Pick<Store, 'db' | 'path'>): UpgradePlan {
  const from = knownVersion(db);
  const steps = [...planSchema(db, path), ...planSearch(db, path)];
  return {
    needed: blockingSteps(db, path).length > 0,
    from,
    to: isNewer(from) ? Number(from) : SCHEMA_VERSION,
    changes: steps.map(step => step.name),
    backupBytes: Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
    freeBytes: freeBytes(dirname(path)),
  };
}

/** The steps without which rows could not be written rightly. */
export function blockingSteps(db: Database, path: string): readonly SchemaStep[] {
  return [...planSchema(db, path), ...planSearch(db, path)].filter(step => step.mayWait !== true);
}
