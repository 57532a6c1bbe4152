import type { ConversationRow } from '../../../shared/contract/sessions.ts';
import type { ItemRange } from '../../ui/virtual-list.tsx';
import type { ListLayout } from './list-layout.ts';
import type { ShownSessions } from './queries.ts';

/** First and last row among the items in sight; a head stands for the row after it. */
export function rowsIn(layout: ListLayout, range: ItemRange): readonly [number, number] {
  if (range.last < range.first) return [0, 0];
  const first = layout.item(range.first);
  const last = layout.item(range.last);
  return [rowOf(layout, range.first, first), rowOf(layout, range.last, last)];
}

function rowOf(layout: ListLayout, index: number, item: ReturnType<ListLayout['item']>): number {
  if (item.kind === 'row') return item.row;
  const next = index + 1 < layout.count ? layout.item(index + 1) : item;
  return next.kind === 'row' ? next.row : 0;
}

/** Place of the row that is open beside the list, if it is among these; else the first of them. */
export function selectedPlace(
  shown: ShownSessions,
  [first, last]: readonly [number, number],
  isSelected: (row: ConversationRow) => boolean,
): number {
  for (let index = first; index <= last; index++) {
    const row = shown.rowAt(index);
    if (row !== undefined && isSelected(row)) return index;
  }
  return first;
}

/** The rows of one group that are drawn. */
export interface GroupPart {
  readonly group: number;
  readonly key: string;
  readonly rows: readonly number[];
  /** Those of `rows` that are drawn although they are out of sight. */
  readonly outside: readonly number[];
  /**
   * Rows are drawn into this many slots in turn, so that a scroll writes new words into elements that are there
   * instead of making new ones, which costs twice as much.
   */
  readonly slots: number;
}

/** The rows to draw, by group: those in sight, and the one that the keys act on wherever it is. */
export function partsOf(shown: ShownSessions, layout: ListLayout, range: ItemRange, kept: number): GroupPart[] {
  const byGroup = new Map<number, number[]>();
  for (let index = range.first; index <= range.last; index++) {
    const item = layout.item(index);
    const rows = byGroup.get(item.group) ?? [];
    if (item.kind === 'row') rows.push(item.row);
    byGroup.set(item.group, rows);
  }
  const outside: number[] = [];
  if (kept >= 0 && kept < shown.data.total) {
    const item = layout.item(layout.itemOfRow(kept));
    const rows = byGroup.get(item.group) ?? [];
    if (!rows.includes(kept)) outside.push(kept);
    byGroup.set(item.group, [...rows, ...outside]);
  }
  const slots = Math.ceil((range.last - range.first + 1) / 8) * 8;
  return [...byGroup].map(([group, rows]) => ({
    group,
    key: shown.data.groups[group]?.key ?? '',
    rows,
    outside,
    slots,
  }));
}
