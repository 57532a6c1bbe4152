import type { Database } from 'better-sqlite3';
import { readCatalog } from '../catalog.ts';
import { isContention, sqliteFailure } from '../sqlite-errors.ts';
import { raiseVersion } from '../migrate/version.ts';
import type { Store } from '../store.ts';
import { sleep, write } from '../write.ts';
import { ftsCjkRebuildStep, ftsRebuildStep } from './backfill.ts';
import { ftsCapability } from './capability.ts';
import type { FtsCapability } from './capability.ts';
import { cjkNeed, applyCjkNeed, CJK_STALE, resetCjk } from './cjk.ts';
import { demote } from './demote.ts';
import { CJK_KEYS, WORD_KEYS } from './marker-keys.ts';
import type { MarkerKeys } from './marker-keys.ts';
import { isForgottenBackfill, metaValue, readMarkers, seedMarkers } from './markers.ts';
import { assertIndexWork, isNewerFile } from './permission.ts';
import { isLegacy, readFtsState } from './state.ts';
import { settleMarks } from './storage-marks.ts';
import { ftsTeardownStep } from './teardown.ts';

/** How far an optimisation has come; spec: migrations §6. */
export interface FtsStorageProgress {
  readonly phase: 'backfill' | 'teardown' | 'vacuum' | 'done';
  /** 0 to 100, of this phase. */
  readonly percent: number;
  /** Highest message id that is indexed, of `total`; both 0 where nothing is left to index. */
  readonly indexed: number;
  readonly total: number;
}

export type FtsStorageResult =
  /** `vacuumed` is false where SQLite could not compact the file, null where it was not asked to. */
  | { readonly ok: true; readonly vacuumed: boolean | null }
  | { readonly ok: false; readonly reason: 'fts5_unavailable' | 'read_only' };

/** A moment between two transactions: nothing is open, and stopping here loses nothing. */
export interface FtsStorageStep {
  /** What to tell the user; null between a report and the work that it announced. */
  readonly progress: FtsStorageProgress | null;
  /** Milliseconds to leave the write lock to others before going on. */
  readonly restMs: number;
}

const SHORTEST_REST_MS = 200;
const REST_PER_WORK = 4;
/** Each of them has waited for the lock about 16 seconds. */
const MAX_LOCKED_STEPS = 20;

/**
 * Brings the storage of the search index to the newest layout, one short transaction at a time. The caller decides how
 * long to rest between them, and may stop at any step: the next run goes on where this one ended.
 *
 * @param vacuum - compact the file at the end.
 * @throws SessionDbError `db-newer` for a file of a later schema.
 * spec: migrations §6
 */
export function* ftsStorageSteps(
  store: Store,
  { vacuum = true }: { readonly vacuum?: boolean } = {},
): Generator<FtsStorageStep, FtsStorageResult, undefined> {
  const refusal = refusalOf(store);
  if (refusal !== null) return { ok: false, reason: refusal };
  assertIndexWork(store);
  begin(store, ftsCapability(store.db));
  yield* repeat('backfill', WORD_KEYS, store, ftsRebuildStep);
  yield* repeat('backfill', CJK_KEYS, store, ftsCjkRebuildStep);
  yield* repeat('teardown', null, store, ftsTeardownStep);
  if (vacuum) yield report('vacuum', null);
  const vacuumed = vacuum ? tryVacuum(store.db) : null;
  write(store, settle);
  store.catalog = readCatalog(store.db);
  yield report('done', null);
  return { ok: true, vacuumed };
}

function refusalOf(store: Store): 'fts5_unavailable' | 'read_only' | null {
  if (store.readOnly && !isNewerFile(store)) return 'read_only';
  return ftsCapability(store.db).fts5 ? null : 'fts5_unavailable';
}

/** The new layout, its markers and its triggers come in one transaction; spec: migrations §6 (1), (2). */
function begin(store: Store, capability: FtsCapability): void {
  const { db } = store;
  const isOlder = isLegacy(readFtsState(db).layout.messages_fts);
  if (isOlder) db.unsafeMode(true);
  try {
    write(store, inTransaction => {
      if (isOlder) demote(inTransaction, capability);
      else if (isForgottenBackfill(inTransaction)) seedMarkers(inTransaction, WORD_KEYS);
      beginCjk(inTransaction, capability);
    });
  } finally {
    if (isOlder) db.unsafeMode(false);
  }
  store.catalog = readCatalog(db);
}

function beginCjk(db: Database, capability: FtsCapability): void {
  if (!capability.cjk) return;
  const state = readFtsState(db);
  if (state.layout.messages_fts_cjk !== 'none' && metaValue(db, CJK_STALE) !== null) {
    resetCjk(db);
    return;
  }
  const need = cjkNeed(db, state, capability);
  if (need !== null) applyCjkNeed(db, need);
}

/** Reports, works, rests, until there is nothing more to do. Where another program has the lock it is tried again. */
function* repeat(
  phase: 'backfill' | 'teardown',
  keys: MarkerKeys | null,
  store: Store,
  step: (store: Store) => boolean,
): Generator<FtsStorageStep, void, undefined> {
  let locked = 0;
  for (;;) {
    yield report(phase, keys === null ? null : readMarkers(store.db, keys));
    const started = performance.now();
    try {
      if (!step(store)) return;
      locked = 0;
    } catch (error) {
      locked += 1;
      if (!isContention(error) || locked > MAX_LOCKED_STEPS) throw error;
    }
    yield { progress: null, restMs: Math.max(SHORTEST_REST_MS, REST_PER_WORK * (performance.now() - started)) };
  }
}

function report(
  phase: FtsStorageProgress['phase'],
  markers: { readonly highWater: number; readonly progress: number } | null,
): FtsStorageStep {
  const total = Math.max(0, markers?.highWater ?? 0);
  const indexed = total === 0 ? 0 : (markers?.progress ?? 0);
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * indexed) / total));
  return { progress: { phase, percent, indexed, total }, restMs: 0 };
}

/** No space, or another connection in the way, costs nothing but the space that stays in the file. */
function tryVacuum(db: Database): boolean {
  try {
    db.exec('VACUUM');
    return true;
  } catch (error) {
    if (sqliteFailure(error) === null) throw error;
    return false;
  }
}

function settle(db: Database): void {
  settleMarks(db);
  raiseVersion(db);
}

/** How to run an optimisation. */
export interface OptimizeFtsStorageOptions {
  readonly progress?: (progress: FtsStorageProgress) => void;
  /** Compact the file at the end. Default true. */
  readonly vacuum?: boolean;
  /**
   * Waits between two transactions, so that others can write. Sleeps on this thread unless given; one that returns at
   * once does the work without a rest.
   */
  readonly rest?: (milliseconds: number) => void;
}

/**
 * Brings the storage of the search index to the newest layout, on this thread, to its end; see {@link ftsStorageSteps}.
 * Search stays complete meanwhile. Never called by itself: it is the user's choice.
 */
export function optimizeFtsStorage(
  store: Store,
  { progress, vacuum = true, rest = sleep }: OptimizeFtsStorageOptions = {},
): FtsStorageResult {
  const steps = ftsStorageSteps(store, { vacuum });
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    if (next.value.progress !== null) progress?.(next.value.progress);
    if (next.value.restMs > 0) rest(next.value.restMs);
  }
}
