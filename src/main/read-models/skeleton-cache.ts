import type { Database } from 'better-sqlite3';
import type { LaneContext } from '../lanes/context.ts';
import { readSegmentLayout, type SegmentLayout } from './skeleton-layout.ts';

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
 * The layout of a session, kept until the file changes: the bodies of a window need the same one that opened the
 * conversation. Belongs to the connection and goes with it.
 */
export function segmentLayout(context: LaneContext, sessionId: string): SegmentLayout {
  const cache = currentCache(context.store.db);
  const known = cache.layouts.get(sessionId);
  const layout = known ?? readSegmentLayout(context, sessionId);
  cache.layouts.delete(sessionId);
  cache.layouts.set(sessionId, layout);
  if (known === undefined) {
    cache.rows += layout.rows.ids.length;
    dropOldest(cache, sessionId);
  }
  return layout;
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

function dropOldest(cache: KeptLayouts, newest: string): void {
  for (const [sessionId, layout] of cache.layouts) {
    if (cache.rows <= MAX_ROWS || sessionId === newest) return;
    cache.rows -= layout.rows.ids.length;
    cache.layouts.delete(sessionId);
  }
}
