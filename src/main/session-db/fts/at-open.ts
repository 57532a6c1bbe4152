import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../migrate/step.ts';

/**
 * What the full-text objects of a file need before rows are written; spec: migrations §5. Reads only.
 *
 * @returns no step where nothing is missing.
 */
export function ftsSteps(_db: Database): readonly SchemaStep[] {
  return [];
}
