import type { Database } from 'better-sqlite3';
import type { Store } from '../store.ts';
import { write } from '../write.ts';
import { CJK_KEYS, WORD_KEYS } from './marker-keys.ts';
import type { MarkerKeys } from './marker-keys.ts';
import { clearMarkers, putMeta, readMarkers } from './markers.ts';
import type { Markers } from './markers.ts';
import { assertIndexWork } from './permission.ts';
import { EXTERNAL } from './shapes.ts';
import type { FtsShape } from './shapes.ts';
import { readFtsState, servedTables } from './state.ts';

/** Ids, not rows, of one step; spec: migrations §6 (3). */
const IDS_PER_STEP = 500;

/** Ids on both sides of H in which rows may have been written while the triggers changed; spec: migrations §6 (4). */
const SEAM = 1000;

interface Backfill {
  readonly keys: MarkerKeys;
  readonly shapes: readonly FtsShape[];
}

const WORDS: Backfill = { keys: WORD_KEYS, shapes: [EXTERNAL.base, EXTERNAL.trigram] };
const CJK: Backfill = { keys: CJK_KEYS, shapes: [EXTERNAL.cjk] };

/**
 * Indexes the next 500 ids of a pending backfill of the word and substring indexes, and ends it after the last. Any
 * number of processes may do this at once: the marker is read and moved under the write lock; spec: migrations §6.
 *
 * @returns whether there is more to do.
 * @throws SessionDbError `db-read-only` or `db-newer` where the file must not be changed so.
 */
export function ftsRebuildStep(store: Store): boolean {
  return step(store, WORDS);
}

/** The same for the index for Chinese, Japanese and Korean; false, too, where its tokenizer is not loaded. */
export function ftsCjkRebuildStep(store: Store): boolean {
  return step(store, CJK);
}

function step(store: Store, backfill: Backfill): boolean {
  assertIndexWork(store);
  if (readMarkers(store.db, backfill.keys) === null) return false;
  const hasMore = write(store, db => advance(db, backfill));
  if (!hasMore) write(store, db => finish(db, backfill));
  return hasMore;
}

function advance(db: Database, backfill: Backfill): boolean {
  const markers = readMarkers(db, backfill.keys);
  const shapes = servedShapes(db, backfill);
  if (markers === null || shapes.length === 0 || markers.progress >= markers.highWater) return false;
  const from = skipGap(db, markers);
  const upTo = Math.min(from + IDS_PER_STEP, markers.highWater);
  for (const shape of shapes) indexMissing(db, shape, from, upTo);
  putMeta(db, backfill.keys.progress, String(upTo));
  return upTo < markers.highWater;
}

/** Imported ids can lie far apart, and a step through nothing would still cost a pause. */
function skipGap(db: Database, { highWater, progress }: Markers): number {
  const next = db
    .prepare<[string], number | null>('SELECT MIN(id) FROM messages WHERE id > CAST(? AS INTEGER)')
    .pluck()
    .get(String(progress));
  const before = Math.min(next ?? highWater, highWater) - 1;
  return before > progress + IDS_PER_STEP ? before : progress;
}

function finish(db: Database, backfill: Backfill): void {
  const markers = readMarkers(db, backfill.keys);
  const shapes = servedShapes(db, backfill);
  if (markers === null || shapes.length === 0 || markers.progress < markers.highWater) return;
  for (const shape of shapes) indexMissing(db, shape, markers.highWater - SEAM, markers.highWater + SEAM);
  clearMarkers(db, backfill.keys);
}

function servedShapes(db: Database, backfill: Backfill): FtsShape[] {
  const state = readFtsState(db);
  const served = new Set(
    servedTables(
      db,
      state,
      backfill.shapes.map(shape => shape.table),
    ),
  );
  const base = backfill.shapes[0];
  if (base === undefined || !served.has(base.table)) return [];
  return backfill.shapes.filter(shape => served.has(shape.table) && state.layout[shape.table] === 'external');
}

/** A row that is in the index already is left alone: a second entry would damage it. */
function indexMissing(db: Database, shape: FtsShape, above: number, upTo: number): void {
  db.prepare(
    `INSERT INTO ${shape.table}(rowid, content, tool_name, tool_calls)
     SELECT m.id, m.content, m.tool_name, m.tool_calls FROM messages m
     WHERE m.id > CAST(? AS INTEGER) AND m.id <= CAST(? AS INTEGER) AND ${shape.rows}
       AND NOT EXISTS (SELECT 1 FROM ${shape.table}_docsize d WHERE d.id = m.id)
     ORDER BY m.id`,
  ).run(String(above), String(upTo));
}
