import type { Database } from 'better-sqlite3';
import { catalogOf } from '../open.ts';
import { isMissingPart } from '../fts/capability.ts';
import type { JobWatch } from '../job-watch.ts';
import { isContention, sqliteFailure } from '../sqlite-errors.ts';
import type { Store } from '../store.ts';
import { checkData, checkSchema } from './check-data.ts';
import { checkSearch } from './check-search.ts';
import type { HealthFinding } from './findings.ts';

/**
 * Everything that is damaged, by the deepest check. What is incomplete or cannot be told is no damage.
 *
 * @param db - may be inside a transaction; its own changes are looked at then.
 */
export function findDamage(db: Database, path: string, watch: JobWatch): readonly HealthFinding[] {
  try {
    const store: Store = { db, path, readOnly: true, catalog: catalogOf(db, path), now: () => 0 };
    const findings = [
      ...checkSchema(store),
      ...checkData(store, 'integrity_check', watch),
      ...checkSearch(store, true, watch),
    ];
    return findings.filter(finding => finding.state === 'damaged');
  } catch (error) {
    if (sqliteFailure(error)?.family !== 'CORRUPT' || !(error instanceof Error)) throw error;
    return [{ object: 'sqlite_master', kind: 'schema', state: 'damaged', detail: error.message }];
  }
}

/**
 * Tries whether a session and a message can be written through the triggers, and takes both back; spec: concurrency
 * §6.1 (5). Inside a transaction only the attempt is taken back.
 *
 * @returns null where it works, or where it cannot be told: another program has the lock, a part of SQLite is missing,
 * or the file is of another shape.
 */
export function probeWriting(db: Database): HealthFinding | null {
  const isOuter = !db.inTransaction;
  try {
    db.exec(isOuter ? 'BEGIN IMMEDIATE' : 'SAVEPOINT health_probe');
    writeRows(db);
    return null;
  } catch (error) {
    return failedWrite(error);
  } finally {
    if (db.inTransaction) db.exec(isOuter ? 'ROLLBACK' : 'ROLLBACK TO health_probe; RELEASE health_probe');
  }
}

function writeRows(db: Database): void {
  const id = `_hermes_fts_health_probe_${String(process.hrtime.bigint())}`;
  const now = Date.now() / 1000;
  db.prepare("INSERT INTO sessions (id, source, started_at) VALUES (?, '_health_probe', ?)").run(id, now);
  db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', 'health probe', ?)").run(
    id,
    now,
  );
}

function failedWrite(error: unknown): HealthFinding | null {
  const failure = sqliteFailure(error);
  if (failure === null || !(error instanceof Error)) throw error;
  if (isContention(error) || isMissingPart(error) || /no such (?:table|column)/.test(error.message)) return null;
  if (!['CORRUPT', 'CONSTRAINT', 'ERROR'].includes(failure.family)) throw error;
  return {
    object: 'messages',
    kind: 'search-index',
    state: 'damaged',
    detail: `a message cannot be written: ${error.message}`,
  };
}
