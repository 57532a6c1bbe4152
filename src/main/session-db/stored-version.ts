import type { Database } from 'better-sqlite3';

/**
 * The number in the first row of `schema_version`. Any program may have made the table, so its column may hold text,
 * and it may be a view or lack the column; spec: compat-notes 5.
 *
 * @returns null where there is no row, and no table; `NaN` where there is no number in it.
 */
export function storedVersion(db: Database): number | null {
  const columns = db.prepare<[], string>("SELECT name FROM pragma_table_info('schema_version')").pluck().all();
  if (columns.length === 0) return null;
  if (!columns.includes('version')) return Number.NaN;
  const version: unknown = db.prepare('SELECT version FROM schema_version LIMIT 1').pluck().get();
  if (version === undefined || typeof version === 'number') return version ?? null;
  return typeof version === 'string' && /^\s*\d+(?:\.0*)?\s*$/.test(version) ? Number(version) : Number.NaN;
}

/** The same, with null for everything that is no number; for people and for names. */
export function knownVersion(db: Database): number | null {
  const version = storedVersion(db);
  return Number.isNaN(version) ? null : version;
}
