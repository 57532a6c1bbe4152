import type { LaneContext } from '../lanes/context.ts';
import { replayFinder } from '../read-models/copies-replayed.ts';
import { segmentLayouts } from '../read-models/skeleton-cache.ts';
import { SHOWN } from '../read-models/skeleton-layout.ts';
import { composeSkeleton, type SkeletonPart } from '../read-models/skeleton.ts';
import { snapshot } from '../session-db/snapshot.ts';

const OPTIONS = { showRewound: false, showBookkeeping: false } as const;

/**
 * Ids of the messages that the reader shows of a chain, results among them: what a rewind took back, copies of one
 * message, replayed prompts and bookkeeping are left out.
 *
 * @returns a list for each segment, in order.
 */
export function shownRows(context: LaneContext, segments: readonly string[]): number[][] {
  return snapshot(context.store, () => {
    const findReplay = replayFinder(context);
    const layouts = segmentLayouts(context, segments);
    const parts = layouts.map((layout, at): SkeletonPart => {
      const before = layouts[at - 1];
      return { layout, replayed: before === undefined ? null : findReplay(before, layout) };
    });
    const { indexes } = composeSkeleton(parts, OPTIONS);
    return parts.map((part, at) => idsOf(part, indexes[at] ?? new Int32Array()));
  });
}

function idsOf({ layout, replayed }: SkeletonPart, index: Int32Array): number[] {
  return Array.from(layout.rows.ids).filter(
    (_id, row) => index[row] !== -1 && layout.shown[row] !== SHOWN.copy && row !== replayed?.row,
  );
}
