import { vacuum } from './fts/upkeep.ts';
import { getMeta, setMeta } from './meta.ts';
import type { PruneOptions } from './prune-sessions.ts';
import { pruneSessions } from './prune-sessions.ts';
import { dumpPythonFloat } from './python-json-text.ts';
import type { Store } from './store.ts';

/** When automatic upkeep is due and what it takes. */
export interface AutoPruneOptions extends Omit<PruneOptions, 'olderThanDays'> {
  /** Days, 90 unless given. */
  readonly retentionDays?: number;
  /** Hours since the last time before which nothing is done, 24 unless given. */
  readonly minIntervalHours?: number;
  /** Whether the file is made smaller where something went. True unless given. */
  readonly vacuum?: boolean;
}

/** What automatic upkeep did. */
export interface AutoPruneResult {
  /** True where it was not due yet. */
  readonly skipped: boolean;
  readonly pruned: number;
  readonly vacuumed: boolean;
  /** Why it stopped; missing where nothing went wrong. */
  readonly error?: string;
}

const LAST_RUN = 'last_auto_prune';
const SECONDS_PER_HOUR = 3600;

/**
 * Prunes old sessions, at most once in a while, and makes the file smaller if something went. This is what Hermes does
 * at its start where it is told to; the application never calls it unasked. It does not throw: an error is part of the
 * answer; spec: api §10.
 */
export function maybeAutoPruneAndVacuum(store: Store, options: AutoPruneOptions = {}): AutoPruneResult {
  const { retentionDays = 90, minIntervalHours = 24, vacuum: shrinks = true, ...filter } = options;
  let pruned = 0;
  try {
    if (!isDue(store, minIntervalHours)) return { skipped: true, pruned, vacuumed: false };
    pruned = pruneSessions(store, { ...filter, olderThanDays: retentionDays });
    // Noted even where nothing went and before what may fail, so that not every start tries again.
    setMeta(store, LAST_RUN, dumpPythonFloat(store.now()));
    const vacuums = shrinks && pruned > 0;
    if (vacuums) vacuum(store);
    return { skipped: false, pruned, vacuumed: vacuums };
  } catch (error) {
    return { skipped: false, pruned, vacuumed: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** What is no number counts as never. */
function isDue(store: Store, hours: number): boolean {
  const last = Number.parseFloat(getMeta(store, LAST_RUN) ?? '');
  return Number.isNaN(last) || store.now() - last >= hours * SECONDS_PER_HOUR;
}
