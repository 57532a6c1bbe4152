import type { Database } from 'better-sqlite3';
import { reportStep } from '../job-watch.ts';
import type { JobWatch } from '../job-watch.ts';
import { sqliteFailure } from '../sqlite-errors.ts';
import { findDamage, probeWriting } from './find-damage.ts';
import { toldLines } from './findings.ts';
import type { HealthFinding } from './findings.ts';
import { RUNGS } from './rungs.ts';
import type { Rung } from './rungs.ts';
import { inPassing, worksInSavepoint } from './savepoint.ts';

/** What came of the ladder. */
export interface Climb {
  /** The rung that helped; null where none did, and then the file is as it was. */
  readonly strategy: string | null;
  /** What is still damaged, or was not finished; null where nothing is. */
  readonly detail: string | null;
}

/**
 * Climbs the ladder in one transaction: what a rung changes stays for the next, and everything is taken back unless the
 * file is sound in the end.
 *
 * @param db - the only connection to the file, in unsafe mode.
 * @throws whatever ends the task, and failures of the disk, after a rollback.
 */
export function climbLadder(db: Database, path: string, watch: JobWatch): Climb {
  let findings = damageOf(db, path, watch);
  if (findings.length === 0) return { strategy: 'already_healthy', detail: null };
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const [done, rung] of RUNGS.entries()) {
      if (!rung.suits(findings)) continue;
      reportStep(watch, { phase: rung.name, done, total: RUNGS.length, canCancel: true });
      if (!climbs(db, rung)) continue;
      findings = damageOf(db, path, watch);
      if (findings.length > 0) continue;
      db.exec('COMMIT');
      return { strategy: rung.name, detail: cleanedUp(db, rung) };
    }
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
    db.pragma('writable_schema = RESET');
  }
  return { strategy: null, detail: toldFindings(findings) };
}

/** Findings in one sentence. */
export function toldFindings(findings: readonly HealthFinding[]): string {
  return toldLines(findings.map(({ object, detail }) => `${object}: ${detail ?? 'damaged'}`));
}

function damageOf(db: Database, path: string, watch: JobWatch): readonly HealthFinding[] {
  return db.inTransaction ? inPassing(db, () => look(db, path, watch)) : look(db, path, watch);
}

function look(db: Database, path: string, watch: JobWatch): readonly HealthFinding[] {
  const found = findDamage(db, path, watch);
  const unwritable = found.length === 0 ? probeWriting(db) : null;
  return unwritable === null ? found : [unwritable];
}

/** A rung that fails takes back what it began, and leaves what the earlier ones did. */
function climbs(db: Database, rung: Rung): boolean {
  if (worksInSavepoint(db, () => rung.climb(db))) return true;
  db.pragma('writable_schema = RESET');
  return false;
}

/** The file is repaired already; what is left over only takes space. */
function cleanedUp(db: Database, rung: Rung): string | null {
  try {
    rung.cleanUp?.(db);
    return null;
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return 'The space of the former search index could not be given back; a later compaction of the file does it.';
  }
}
