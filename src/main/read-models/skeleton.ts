import type { Skeleton } from '../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { ReplayedPrompt } from './copies-replayed.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { roleOf } from './skeleton-rows.ts';

/** What a reader wants to see beside the ordinary rows. */
export interface SkeletonOptions {
  readonly showRewound: boolean;
  readonly showBookkeeping: boolean;
}

/** One segment of the chain with the prompt that it repeats, if any. */
export interface SkeletonPart {
  readonly layout: SegmentLayout;
  readonly replayed: ReplayedPrompt | null;
}

/** The skeleton with what its items came from. */
export interface ComposedSkeleton {
  readonly skeleton: Skeleton;
  /** First item and number of items of each segment. */
  readonly spans: readonly { readonly start: number; readonly count: number }[];
  readonly hidden: { readonly rewound: number; readonly bookkeeping: number; readonly copies: number };
  /** For each segment, the index of the item that shows each row; -1 where the row is hidden. */
  readonly indexes: readonly Int32Array[];
}

type Hidden = 'rewound' | 'bookkeeping' | 'copies';

/** Joins the segments of a chain, oldest first, into one list of items. Every row is an item, in one, or counted as hidden. */
export function composeSkeleton(parts: readonly SkeletonPart[], options: SkeletonOptions): ComposedSkeleton {
  const most = parts.reduce((sum, { layout }) => sum + layout.rows.ids.length, 0);
  const columns = emptySkeleton(most);
  const hidden = { rewound: 0, bookkeeping: 0, copies: 0 };
  const indexes: Int32Array[] = [];
  const spans: { start: number; count: number }[] = [];
  let length = 0;
  for (const part of parts) {
    const start = length;
    const index = new Int32Array(part.layout.rows.ids.length).fill(-1);
    length = addSegment(part, options, { columns, hidden, index, length });
    showCopies(part, index, indexes.at(-1));
    indexes.push(index);
    spans.push({ start, count: length - start });
  }
  return { skeleton: cut(columns, length), spans, hidden, indexes };
}

interface Target {
  readonly columns: Skeleton;
  readonly hidden: Record<Hidden, number>;
  readonly index: Int32Array;
  readonly length: number;
}

function addSegment(part: SkeletonPart, options: SkeletonOptions, target: Target): number {
  const { rows, shown, items } = part.layout;
  const { columns, hidden, index } = target;
  let length = target.length;
  for (let row = 0; row < rows.ids.length; row += 1) {
    const item = items[row] ?? row;
    const reason = hiddenAs(part, row, item, options);
    if (reason !== null) {
      hidden[reason] += 1;
    } else if (shown[row] === SHOWN.item) {
      writeItem(columns, length, part.layout, row);
      index[row] = length;
      length += 1;
    } else {
      const at = index[item] ?? -1;
      columns.bytes[at] = (columns.bytes[at] ?? 0) + (rows.bytes[row] ?? 0);
      index[row] = at;
    }
  }
  return length;
}

function writeItem(columns: Skeleton, at: number, { rows, flags }: SegmentLayout, row: number): void {
  columns.ids[at] = rows.ids[row] ?? 0;
  columns.roles[at] = roleOf(rows.kinds[row] ?? 0);
  columns.flags[at] = flags[row] ?? 0;
  columns.bytes[at] = rows.bytes[row] ?? 0;
  columns.timestamps[at] = rows.timestamps[row] ?? Number.NaN;
}

function hiddenAs(part: SkeletonPart, row: number, item: number, options: SkeletonOptions): Hidden | null {
  const { layout, replayed } = part;
  const flags = layout.flags[item] ?? 0;
  if (layout.shown[row] === SHOWN.copy || replayed?.row === item) return 'copies';
  if (!options.showRewound && (flags & MESSAGE_FLAG.rewound) !== 0) return 'rewound';
  if (!options.showBookkeeping && (flags & MESSAGE_FLAG.bookkeeping) !== 0) return 'bookkeeping';
  return null;
}

/** A hit in a copy is shown by its original. */
function showCopies(part: SkeletonPart, index: Int32Array, before: Int32Array | undefined): void {
  const { layout, replayed } = part;
  if (replayed !== null) index[replayed.row] = before?.[replayed.original] ?? -1;
  layout.shown.forEach((shown, row) => {
    if (shown === SHOWN.copy) index[row] = index[layout.items[row] ?? row] ?? -1;
  });
}

function emptySkeleton(length: number): Skeleton {
  return {
    ids: new Float64Array(length),
    roles: new Uint8Array(length),
    flags: new Uint8Array(length),
    bytes: new Float64Array(length),
    timestamps: new Float64Array(length),
  };
}

/** Copies what is used, so that no spare room travels between threads. */
function cut(skeleton: Skeleton, length: number): Skeleton {
  if (skeleton.ids.length === length) return skeleton;
  return {
    ids: skeleton.ids.slice(0, length),
    roles: skeleton.roles.slice(0, length),
    flags: skeleton.flags.slice(0, length),
    bytes: skeleton.bytes.slice(0, length),
    timestamps: skeleton.timestamps.slice(0, length),
  };
}
