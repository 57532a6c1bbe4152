import { SessionDbError } from '../errors.ts';
import type { JobWatch } from '../job-watch.ts';
import { openStore } from '../open.ts';
import { sqliteFailure, toSessionDbError } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { checkData, checkKeys, checkSchema } from './check-data.ts';
import { checkSearch } from './check-search.ts';
import { conclude } from './findings.ts';
import type { HealthFinding, HealthReport } from './findings.ts';

/** How far a check goes: the usual one, one that compares every row with every index, or the search index alone. */
export type HealthDepth = 'quick' | 'full' | 'search-index';

/** How to check. */
export interface HealthOptions extends JobWatch {
  readonly depth: HealthDepth;
}

/**
 * Says what is sound in a file and what is not, and what would help. Reads only, on the store's connection, and takes
 * as long as reading the file does. What cannot be told is `unknown`; spec: concurrency §6.1, design §10.
 *
 * @throws SessionDbError `db-locked` where another program holds the whole file, `db-io` where it cannot be read.
 */
export function checkHealth(store: Store, options: HealthOptions): HealthReport {
  const start = performance.now();
  try {
    const data = options.depth === 'search-index' ? [] : checkTables(store, options);
    const search = checkSearch(store, options.depth !== 'quick', options);
    const conclusion = conclude([...data, ...search], search.length > 0);
    return { ...conclusion, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    throw sqliteFailure(error) === null ? error : toSessionDbError(error, store.path);
  }
}

function checkTables(store: Store, options: HealthOptions): HealthFinding[] {
  const pragma = options.depth === 'full' ? 'integrity_check' : 'quick_check';
  return [...checkSchema(store), ...checkData(store, pragma, options), ...checkKeys(store)];
}

/**
 * Checks a file that may be too damaged to be opened.
 *
 * @throws SessionDbError where it is no database, or cannot be opened for a reason that is no damage.
 */
export function checkFileHealth(path: string, options: HealthOptions): HealthReport {
  const start = performance.now();
  let store: Store;
  try {
    store = openStore(path, { readOnly: true });
  } catch (error) {
    if (!(error instanceof SessionDbError) || error.code !== 'db-corrupt') throw error;
    const said = error.cause instanceof Error && sqliteFailure(error.cause) !== null ? error.cause.message : null;
    const finding = { object: 'sqlite_master', kind: 'schema', state: 'damaged', detail: said } as const;
    return { ...conclude([finding], false), seconds: (performance.now() - start) / 1000 };
  }
  try {
    return checkHealth(store, options);
  } finally {
    store.db.close();
  }
}
