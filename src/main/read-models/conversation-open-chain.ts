import type { Segment } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { replayFinder } from './copies-replayed.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { rowIndex, type SegmentLayout } from './skeleton-layout.ts';
import { knownTime, ROW } from './skeleton-rows.ts';
import { composeSkeleton, type ComposedSkeleton, type SkeletonOptions, type SkeletonPart } from './skeleton.ts';

/** A chain as one scroll. */
export interface OpenedChain extends Pick<ComposedSkeleton, 'skeleton' | 'hidden'> {
  readonly segments: Segment[];
  readonly fingerprint: string;
}

interface SegmentFacts {
  readonly title: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly rewinds: number;
}

/**
 * Opens a chain of sessions as one scroll.
 *
 * @param sessionIds - the segments, oldest first. One whose row is gone shows whatever messages it left.
 */
export function openChain(context: LaneContext, sessionIds: readonly string[], options: SkeletonOptions): OpenedChain {
  return atOnce(context, () => {
    const parts = readParts(context, sessionIds);
    const composed = composeSkeleton(parts, options);
    const facts = sessionIds.map(factsReader(context));
    return {
      segments: sessionIds.map((sessionId, index) => ({
        sessionId,
        title: facts[index]?.title ?? null,
        startedAt: facts[index]?.startedAt ?? null,
        endedAt: facts[index]?.endedAt ?? null,
        endReason: facts[index]?.endReason ?? null,
        ...(composed.spans[index] ?? { start: 0, count: 0 }),
      })),
      skeleton: composed.skeleton,
      hidden: composed.hidden,
      fingerprint: parts.map(({ layout }, index) => fingerprintOf(layout, facts[index]?.rewinds ?? 0)).join(' '),
    };
  });
}

/**
 * The item that shows a message of a chain.
 *
 * @returns index in the skeleton that {@link openChain} gives for the same options, -1 where nothing shows the message.
 */
export function locateInChain(
  context: LaneContext,
  sessionIds: readonly string[],
  messageId: number,
  options: SkeletonOptions,
): { index: number; itemId: number | null } {
  return atOnce(context, () => {
    const parts = readParts(context, sessionIds);
    const { skeleton, indexes } = composeSkeleton(parts, options);
    for (const [segment, { layout }] of parts.entries()) {
      const row = rowIndex(layout, messageId);
      const index = row === -1 ? -1 : (indexes[segment]?.[row] ?? -1);
      if (index !== -1) return { index, itemId: skeleton.ids[index] ?? null };
    }
    return { index: -1, itemId: null };
  });
}

/** The statements of one answer see one state of the file. */
export function atOnce<T>(context: LaneContext, read: () => T): T {
  return context.store.db.transaction(read)();
}

function readParts(context: LaneContext, sessionIds: readonly string[]): SkeletonPart[] {
  const layouts = segmentLayouts(context, sessionIds);
  const findReplay = replayFinder(context);
  return layouts.map((layout, index) => {
    const before = layouts[index - 1];
    return { layout, replayed: before === undefined ? null : findReplay(before, layout) };
  });
}

type FactsRow = Record<'title' | 'started' | 'ended' | 'reason' | 'rewinds', unknown>;

function factsReader(context: LaneContext): (sessionId: string) => SegmentFacts | null {
  const column = (name: string, fallback = 'NULL') =>
    liveColumn(context.store.catalog, 'sessions', name, 's', fallback);
  const statement = context.store.db.prepare<[string], FactsRow>(
    `SELECT ${column('title')} AS title, ${column('started_at')} AS started, ${column('ended_at')} AS ended, ` +
      `${column('end_reason')} AS reason, ${column('rewind_count', '0')} AS rewinds FROM sessions s WHERE s.id = ?`,
  );
  return sessionId => {
    const row = statement.get(sessionId);
    return row === undefined ? null : toFacts(row);
  };
}

function toFacts(row: FactsRow): SegmentFacts {
  return {
    title: storedText(row.title),
    startedAt: knownTime(row.started),
    endedAt: knownTime(row.ended),
    endReason: storedText(row.reason),
    rewinds: Number(row.rewinds) || 0,
  };
}

/** Changes with every append, rewind, compaction and deletion in the segment. */
function fingerprintOf({ rows }: SegmentLayout, rewinds: number): string {
  let active = 0;
  let compacted = 0;
  for (const kind of rows.kinds) {
    if ((kind & ROW.active) !== 0) active += 1;
    if ((kind & ROW.compacted) !== 0) compacted += 1;
  }
  return [rows.ids.at(-1) ?? 0, rows.ids.length, active, compacted, rewinds].join('.');
}
