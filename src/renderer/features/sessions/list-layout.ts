import type { SessionGroup } from '../../../shared/contract/sessions.ts';
import type { ListGeometry } from '../../ui/virtual-list.tsx';

/** Heights of the two kinds of items, in pixels. */
export interface ItemSizes {
  readonly row: number;
  readonly head: number;
}

/** An item of the list: the head of a group, or a row of it. */
export type ListItem =
  | { readonly kind: 'head'; readonly group: number }
  | { readonly kind: 'row'; readonly group: number; readonly row: number };

/** The list as heads and rows in one column; everything in it is found by arithmetic and one binary search. */
export interface ListLayout extends ListGeometry {
  itemOfRow(row: number): number;
  item(index: number): ListItem;
  /** Top and height of a group with its head, in pixels. */
  groupBox(group: number): { readonly top: number; readonly height: number };
}

/** Index of the last group for which `startOf` is not beyond `value`; 0 where there is none. */
function lastGroupUpTo(count: number, value: number, startOf: (group: number) => number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (startOf(middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lays out groups that follow each other without gaps, as `sessions.view` answers them. */
export function layOutList(groups: readonly SessionGroup[], sizes: ItemSizes): ListLayout {
  const startOf = (group: number): number => groups[group]?.start ?? 0;
  const countOf = (group: number): number => groups[group]?.count ?? 0;
  const last = groups.length - 1;
  const rows = groups.length === 0 ? 0 : startOf(last) + countOf(last);
  const topOf = (group: number): number => group * sizes.head + startOf(group) * sizes.row;
  const height = groups.length * sizes.head + rows * sizes.row;
  const count = groups.length + rows;
  const heads = new Set(groups.map(({ start }, group) => start + group));

  const item = (index: number): ListItem => {
    const group = lastGroupUpTo(groups.length, index, candidate => startOf(candidate) + candidate);
    const within = index - startOf(group) - group;
    return within === 0 ? { kind: 'head', group } : { kind: 'row', group, row: startOf(group) + within - 1 };
  };
  const offsetOf = (index: number): number => {
    const found = item(index);
    return found.kind === 'head'
      ? topOf(found.group)
      : topOf(found.group) + sizes.head + (found.row - startOf(found.group)) * sizes.row;
  };
  return {
    count,
    height,
    offsetOf,
    sizeOf: index => (heads.has(index) ? sizes.head : sizes.row),
    item,
    itemOfRow: row => row + lastGroupUpTo(groups.length, row, startOf) + 1,
    groupBox: group => ({ top: topOf(group), height: sizes.head + countOf(group) * sizes.row }),
  };
}
