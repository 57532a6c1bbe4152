import type { Compaction, Segment, Skeleton } from '../../shared/contract/conversation.ts';
import type { LaneContext } from '../lanes/context.ts';
import { liveColumn } from '../session-db/catalog.ts';
import { storedText } from '../session-db/content.ts';
import { replayFinder } from './copies-replayed.ts';
import { segmentLayouts } from './skeleton-cache.ts';
import { rowIndex, type SegmentLayout } from './skeleton-layout.ts';
import { knownTime, ROW } from './skeleton-rows.ts';
import { composeSkeleton, type ComposedSkeleton, type SkeletonOptions, type SkeletonPart } from './skeleton.ts';

/** A chain as one scroll. */
export interface OpenedChain extends Pick<ComposedSkeleton, 'skeleton' | 'hidden' | 'kinds'> {
  readonly segments: Segment[];
  readonly compactions: Compaction[];
  readonly fingerprint: string;
}

interface SegmentFacts {
  readonly title: string | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly rewinds: number;
}

/** A chain, or a part of it, with the item that shows each of its messages. */
type OpenedPart = OpenedChain & { readonly itemOf: (messageId: number) => number | null };

/**
 * Opens a chain of sessions as one scroll.
 *
 * @param sessionIds - the segments, oldest first. One whose row is gone shows whatever messages it left.
 */
export function openChain(context: LaneContext, sessionIds: readonly string[], options: SkeletonOptions): OpenedPart {
  return openPart(context, sessionIds, { first: 0, last: sessionIds.length, before: 0 }, options);
}

/** Segments of a chain; `last` is exclusive. What they repeat is looked for from `before` on. */
interface SegmentRange {
  readonly first: number;
  readonly last: number;
  readonly before: number;
}

/** What a window opens at: a message, or the end of the segment where that is null. */
interface Place {
  /** Index of the segment. */
  readonly at: number;
  readonly messageId: number | null;
}

/**
 * The part of a long chain around a message, as {@link openChain} would show it: its segment, with its neighbours where
 * that is not far from the message, and further ones where those show little. The others have no items yet. It takes a
 * few milliseconds where the whole takes a hundred.
 */
export function openChainNear(
  context: LaneContext,
  sessionIds: readonly string[],
  place: Place,
  options: SkeletonOptions,
): OpenedPart {
  let range = rangeNear(context, sessionIds, place);
  for (let more = 1; ; more *= 2) {
    const opened = openPart(context, sessionIds, range, options);
    const wanted = wider(opened, range, place.messageId, more);
    const first = Math.max(0, wanted.first);
    const last = Math.min(sessionIds.length, wanted.last);
    if (first === range.first && last === range.last) return opened;
    range = { first, last, before: first < range.first ? Math.max(0, first - 1) : range.before };
  }
}

/** So many rows on either side of a message are mostly more than a window shows. */
const NEAR_ROWS = 200;

function rangeNear(context: LaneContext, sessionIds: readonly string[], { at, messageId }: Place): SegmentRange {
  const [layout] = segmentLayouts(context, sessionIds.slice(at, at + 1));
  const rows = layout?.rows.ids.length ?? 0;
  const row = layout === undefined || messageId === null ? rows - 1 : rowIndex(layout, messageId);
  const first = row < NEAR_ROWS ? Math.max(0, at - 1) : at;
  const last = Math.min(sessionIds.length, row >= rows - NEAR_ROWS ? at + 2 : at + 1);
  // What a segment repeats stands at its beginning, and in the one before it: far from the message nobody sees it.
  return { first, last, before: row < NEAR_ROWS ? Math.max(0, first - 1) : first };
}

/** Fewer items than this beside a message may not fill a window: what is read would move when the whole comes. */
const NEAR_ITEMS = 40;

/** The range with `more` segments on each side where too little is shown: they may be empty, tiny or all hidden. */
function wider(
  { skeleton: { ids }, itemOf }: OpenedPart,
  { first, last }: SegmentRange,
  messageId: number | null,
  more: number,
): Pick<SegmentRange, 'first' | 'last'> {
  const item = messageId === null ? ids.length : ids.indexOf(itemOf(messageId) ?? Number.NaN);
  if (item === -1) return { first, last };
  return {
    first: item < NEAR_ITEMS ? first - more : first,
    last: ids.length - item <= NEAR_ITEMS ? last + more : last,
  };
}

function openPart(
  context: LaneContext,
  sessionIds: readonly string[],
  { first, last, before }: SegmentRange,
  options: SkeletonOptions,
): OpenedPart {
  return atOnce(context, () => {
    const parts = readParts(context, sessionIds.slice(before, last)).slice(first - before);
    const composed = composeSkeleton(parts, options);
    const facts = sessionIds.map(factsReader(context));
    const { skeleton, compactions, hidden, kinds, spans } = composed;
    const spanOf = (segment: number) =>
      spans[segment - first] ?? { start: segment < first ? 0 : skeleton.ids.length, count: 0 };
    return {
      segments: sessionIds.map((sessionId, segment) => segmentOf(sessionId, facts[segment], spanOf(segment))),
      skeleton,
      compactions: [...compactions],
      hidden,
      kinds,
      fingerprint: parts.map(({ layout }, part) => fingerprintOf(layout, facts[first + part]?.rewinds ?? 0)).join(' '),
      itemOf: messageId => skeleton.ids[itemIndex(parts, composed, messageId)] ?? null,
    };
  });
}

function segmentOf(
  sessionId: string,
  facts: SegmentFacts | null | undefined,
  span: Pick<Segment, 'start' | 'count'>,
): Segment {
  const { title = null, startedAt = null, endedAt = null, endReason = null } = facts ?? {};
  return { sessionId, title, startedAt, endedAt, endReason, ...span };
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
    const composed = composeSkeleton(parts, options);
    const index = itemIndex(parts, composed, messageId);
    return { index, itemId: composed.skeleton.ids[index] ?? null };
  });
}

function itemIndex(parts: readonly SkeletonPart[], { indexes }: ComposedSkeleton, messageId: number): number {
  for (const [segment, { layout }] of parts.entries()) {
    const row = rowIndex(layout, messageId);
    const index = row === -1 ? -1 : (indexes[segment]?.[row] ?? -1);
    if (index !== -1) return index;
  }
  return -1;
}

/** The statements of one answer see one state of the file. */
export function atOnce<T>(context: LaneContext, read: () => T): T {
  return context.store.db.transaction(read)();
}

/** The segments of a chain with what each repeats of the one before it; oldest first. */
export function readParts(context: LaneContext, sessionIds: readonly string[]): SkeletonPart[] {
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

/** The items of a chain that are shown, see {@link openChain}. */
export function shownSkeleton(context: LaneContext, sessionIds: readonly string[], options: SkeletonOptions): Skeleton {
  return composeSkeleton(readParts(context, sessionIds), options).skeleton;
}
