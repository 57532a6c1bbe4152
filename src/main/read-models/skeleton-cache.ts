import type { Database } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { segmentLayoutReader, type SegmentLayout } from './skeleton-layout.ts';

/** Rows that are kept, all segments together: about 32 bytes each. */
const MAX_ROWS = 300_000;
/** After so many changes of the file a long session is read as a whole again, whatever seems to have changed. */
const MAX_REFRESHES = 50;

interface KeptLayout {
  readonly layout: SegmentLayout;
  /** State of the file that it was read from. */
  readonly stamp: string;
  /** How often only its end was read since it was read as a whole. */
  readonly refreshes: number;
}

/** By session id, least recently used first. */
type KeptLayouts = Map<string, KeptLayout>;

const kept = new WeakMap<Database, KeptLayouts>();

/**
 * The layouts of some sessions, kept until the file changes: the bodies of a window need the same ones that opened the
 * conversation. They belong to the connection and go with it.
 */
export function segmentLayouts(context: LaneContext, sessionIds: readonly string[]): SegmentLayout[] {
  const { db } = context.store;
  const cache = kept.get(db) ?? new Map<string, KeptLayout>();
  kept.set(db, cache);
  const stamp = stampOf(db);
  const read = segmentLayoutReader(context);
  const layouts = sessionIds.map(sessionId => {
    context.checkCancelled();
    const known = cache.get(sessionId);
    const current = known?.stamp === stamp ? known : reread(read, sessionId, known, stamp);
    cache.delete(sessionId);
    cache.set(sessionId, current);
    return current.layout;
  });
  dropOldest(cache, new Set(sessionIds));
  return layouts;
}

function reread(
  read: ReturnType<typeof segmentLayoutReader>,
  sessionId: string,
  known: KeptLayout | undefined,
  stamp: string,
): KeptLayout {
  const refreshes = known === undefined || known.refreshes >= MAX_REFRESHES ? 0 : known.refreshes + 1;
  return { layout: read(sessionId, refreshes === 0 ? undefined : known?.layout), stamp, refreshes };
}

/** What another connection or this one changed shows in these two numbers; asking costs about 20 µs. */
function stampOf(db: Database): string {
  const own = db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  return `${String(db.pragma('data_version', { simple: true }))} ${String(own)}`;
}

function dropOldest(cache: KeptLayouts, inUse: ReadonlySet<string>): void {
  let rows = 0;
  for (const { layout } of cache.values()) rows += layout.rows.ids.length;
  for (const [sessionId, { layout }] of cache) {
    if (rows <= MAX_ROWS || inUse.has(sessionId)) return;
    rows -= layout.rows.ids.length;
    cache.delete(sessionId);
  }
}
