import { SessionDbError } from '../errors.ts';
import type { JobWatch } from '../job-watch.ts';
import { openStore } from '../open.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { checkData, checkKeys, checkPages } from './check-data.ts';
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
 * as long as reading the file does. What another program holds locked is `unknown`; spec: concurrency §6.1, design §10.
 *
 * @throws SessionDbError where the system cannot read the file.
 */
export function checkHealth(store: Store, options: HealthOptions): HealthReport {
  const start = performance.now();
  const { depth } = options;
  const findings: HealthFinding[] = [];
  if (depth !== 'search-index') {
    findings.push(...checkData(store, depth === 'full' ? 'integrity_check' : 'quick_check', options));
    findings.push(...checkKeys(store));
  }
  if (depth === 'full') findings.push(...checkPages(store));
  const search = checkSearch(store, depth !== 'quick', options);
  const seconds = (performance.now() - start) / 1000;
  return { ...conclude([...findings, ...search], search.length > 0), seconds };
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
