import type { Compaction, OpenedConversation, Skeleton } from '../../shared/contract/conversation.ts';
import { MESSAGE_FLAG } from '../../shared/message-flags.ts';
import type { ReplayedPrompt } from './copies-replayed.ts';
import { compactionsOf } from './skeleton-compactions.ts';
import { SHOWN, type SegmentLayout } from './skeleton-layout.ts';
import { roleOf } from './skeleton-rows.ts';

/** What a reader wants to see beside the ordinary rows. */
export interface SkeletonOptions {
  readonly showRewound: boolean;
  readonly showBookkeeping: boolean;
  /** The three kinds below are shown unless these say otherwise. */
  readonly showCompacted?: boolean | undefined;
  readonly showObserved?: boolean | undefined;
  readonly showEvents?: boolean | undefined;
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
  readonly hidden: OpenedConversation['hidden'];
  /** Rows of each kind, shown or not. */
  readonly kinds: OpenedConversation['kinds'];
  readonly compactions: readonly Compaction[];
  /** For each segment, the index of the item that shows each row; -1 where the row is hidden. */
  readonly indexes: readonly Int32Array[];
}

type Kind = keyof OpenedConversation['kinds'];
type Hidden = Kind | 'copies';

const KIND_FLAGS = [
  ['rewound', MESSAGE_FLAG.rewound],
  ['bookkeeping', MESSAGE_FLAG.bookkeeping],
  ['compacted', MESSAGE_FLAG.compacted],
  ['observed', MESSAGE_FLAG.observed],
  ['events', MESSAGE_FLAG.event],
] as const;

/** Joins the segments of a chain, oldest first, into one list of items. Every row is an item, in one, or counted as hidden. */
export function composeSkeleton(parts: readonly SkeletonPart[], options: SkeletonOptions): ComposedSkeleton {
  const most = parts.reduce((sum, { layout }) => sum + layout.rows.ids.length, 0);
  const columns = emptySkeleton(most);
  const kinds = { rewound: 0, compacted: 0, observed: 0, bookkeeping: 0, events: 0 };
  const hidden = { ...kinds, copies: 0 };
  const unwanted = unwantedFlags(options);
  const indexes: Int32Array[] = [];
  const spans: { start: number; count: number }[] = [];
  let length = 0;
  for (const part of parts) {
    const start = length;
    const index = new Int32Array(part.layout.rows.ids.length).fill(-1);
    length = addSegment(part, unwanted, { columns, hidden, kinds, index, length });
    showCopies(part, index, indexes.at(-1));
    indexes.push(index);
    spans.push({ start, count: length - start });
  }
  const compactions = compactionsOf(parts, indexes, spans);
  return { skeleton: cut(columns, length), spans, hidden, kinds, compactions, indexes };
}

interface Target {
  readonly columns: Skeleton;
  readonly hidden: Record<Hidden, number>;
  readonly kinds: Record<Kind, number>;
  readonly index: Int32Array;
  readonly length: number;
}

function addSegment(part: SkeletonPart, unwanted: number, target: Target): number {
  const { rows, shown, items, flags } = part.layout;
  const { columns, hidden, index } = target;
  let length = target.length;
  for (let row = 0; row < rows.ids.length; row += 1) {
    const item = items[row] ?? row;
    const reason = hiddenAs(part, row, item, unwanted);
    if (reason !== 'copies') countKinds(flags[item] ?? 0, target.kinds);
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

/** Flags of the rows that are left out. */
function unwantedFlags(options: SkeletonOptions): number {
  const wanted: Record<Kind, boolean> = {
    rewound: options.showRewound,
    bookkeeping: options.showBookkeeping,
    compacted: options.showCompacted ?? true,
    observed: options.showObserved ?? true,
    events: options.showEvents ?? true,
  };
  return KIND_FLAGS.reduce((flags, [kind, flag]) => (wanted[kind] ? flags : flags | flag), 0);
}

function countKinds(flags: number, kinds: Record<Kind, number>): void {
  if ((flags & ANY_KIND) === 0) return;
  for (const [kind, flag] of KIND_FLAGS) if ((flags & flag) !== 0) kinds[kind] += 1;
}

const ANY_KIND = KIND_FLAGS.reduce((flags, [, flag]) => flags | flag, 0);

/** Why a row is left out, the first reason of several; null where it is shown. */
function hiddenAs(part: SkeletonPart, row: number, item: number, unwanted: number): Hidden | null {
  const { layout, replayed } = part;
  if (layout.shown[row] === SHOWN.copy || replayed?.row === item) return 'copies';
  const reasons = (layout.flags[item] ?? 0) & unwanted;
  if (reasons === 0) return null;
  return KIND_FLAGS.find(([, flag]) => (reasons & flag) !== 0)?.[0] ?? null;
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
