import type { Database } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { segmentLayoutReader, type SegmentLayout } from './skeleton-layout.ts';

/** Rows that are kept, all segments together: about 32 bytes each. */
const MAX_ROWS = 300_000;

interface KeptLayouts {
  stamp: string;
  rows: number;
  /** Least recently used first. */
  readonly layouts: Map<string, SegmentLayout>;
}

const kept = new WeakMap<Database, KeptLayouts>();

/**
 * The layouts of some sessions, kept until the file changes: the bodies of a window need the same ones that opened the
 * conversation. They belong to the connection and go with it.
 */
export function segmentLayouts(context: LaneContext, sessionIds: readonly string[]): SegmentLayout[] {
  const cache = currentCache(context.store.db);
  const read = segmentLayoutReader(context);
  const layouts = sessionIds.map(sessionId => {
    context.checkCancelled();
    const known = cache.layouts.get(sessionId);
    const layout = known ?? read(sessionId);
    cache.layouts.delete(sessionId);
    cache.layouts.set(sessionId, layout);
    if (known === undefined) cache.rows += layout.rows.ids.length;
    return layout;
  });
  dropOldest(cache, new Set(sessionIds));
  return layouts;
}

/** What another connection or this one changed shows in these two numbers; asking costs about 20 µs. */
function currentCache(db: Database): KeptLayouts {
  const own = db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  const stamp = `${String(db.pragma('data_version', { simple: true }))} ${String(own)}`;
  const cache = kept.get(db);
  if (cache?.stamp === stamp) return cache;
  const fresh: KeptLayouts = { stamp, rows: 0, layouts: new Map() };
  kept.set(db, fresh);
  return fresh;
}

function dropOldest(cache: KeptLayouts, inUse: ReadonlySet<string>): void {
  for (const [sessionId, layout] of cache.layouts) {
    if (cache.rows <= MAX_ROWS || inUse.has(sessionId)) return;
    cache.rows -= layout.rows.ids.length;
    cache.layouts.delete(sessionId);
  }
}
