import type { SessionGroup } from '../../shared/contract/sessions.ts';
import type { ViewKeys } from '../read-models/session-view-keys.ts';
import { titleCollator } from '../read-models/session-view-order.ts';

/** The part of {@link ViewKeys} that decides an order. */
export type OrderKeys = Omit<ViewKeys, 'counts'>;

/** The rows of several views in one order. */
export interface MergedOrder {
  readonly groups: readonly SessionGroup[];
  /** Of each row the number of its view, and its index in that. */
  readonly lanes: Uint16Array;
  readonly rows: Int32Array;
  /** The other way round: for each view, where each of its rows is. */
  readonly places: readonly Int32Array[];
}

/** A stretch of one view: rows of one group that are still to be placed. */
interface Run {
  readonly lane: number;
  at: number;
  readonly end: number;
}

/**
 * Merges views of the same kind: pinned rows first, then a run for each group, the one with the first row of the order
 * first. Within a group the rows are in the order of the view, those of the earlier view first among equal ones. Rows
 * that are shown inside another stay behind it.
 */
export function mergeOrders(views: readonly OrderKeys[]): MergedOrder {
  const runs = new Map<string, Run[]>();
  views.forEach(({ groups }, lane) => {
    for (const { key, start, count } of groups) {
      const run = { lane, at: start, end: start + count };
      const others = runs.get(key);
      if (others === undefined) runs.set(key, [run]);
      else others.push(run);
    }
  });
  const heads = [...runs].map(([key, group]) => ({ key, group, first: firstOf(views, group) }));
  heads.sort((a, b) => Number(b.key === 'pinned') - Number(a.key === 'pinned') || compareRuns(views, a.first, b.first));
  const into = new Placing(views);
  const groups = heads.map(({ key, group }) => {
    const start = into.count;
    placeGroup(views, group, into);
    const inside = insideOf(views, key);
    return { key, start, count: into.count - start, ...(inside === 0 ? {} : { inside }) };
  });
  return { groups, lanes: into.lanes, rows: into.rows, places: into.places };
}

/** Rows of a group that are shown inside others, in all views. */
function insideOf(views: readonly OrderKeys[], key: string): number {
  const groups = views.flatMap(view => view.groups.filter(group => group.key === key));
  return groups.reduce((sum, { inside = 0 }) => sum + inside, 0);
}

/** Places as they are given. */
class Placing {
  readonly lanes: Uint16Array;
  readonly rows: Int32Array;
  readonly places: readonly Int32Array[];
  count = 0;

  constructor(views: readonly OrderKeys[]) {
    const total = views.reduce((sum, { ids }) => sum + ids.length, 0);
    this.lanes = new Uint16Array(total);
    this.rows = new Int32Array(total);
    this.places = views.map(({ ids }) => new Int32Array(ids.length));
  }

  add(lane: number, row: number): void {
    this.lanes[this.count] = lane;
    this.rows[this.count] = row;
    const places = this.places[lane];
    if (places !== undefined) places[row] = this.count;
    this.count += 1;
  }
}

function placeGroup(views: readonly OrderKeys[], group: Run[], into: Placing): void {
  let left = group;
  while (left.length > 0) {
    const run = firstOf(views, left);
    const depths = views[run.lane]?.depths;
    do {
      into.add(run.lane, run.at);
      run.at += 1;
    } while (run.at < run.end && (depths?.[run.at] ?? 0) > 0);
    if (run.at >= run.end) left = left.filter(other => other !== run);
  }
}

/** The run whose next row comes first; the one of the earlier view among equal ones. */
function firstOf(views: readonly OrderKeys[], group: readonly Run[]): Run {
  return group.reduce((best, run) => (compareRuns(views, run, best) < 0 ? run : best));
}

function compareRuns(views: readonly OrderKeys[], a: Run, b: Run): number {
  const [one, other] = [views[a.lane], views[b.lane]];
  if (one === undefined || other === undefined) return 0;
  const byTitle = compareTitles(one.titles?.[a.at], other.titles?.[b.at]);
  if (byTitle !== null) return byTitle;
  return (
    descending(one.values[a.at], other.values[b.at]) ||
    descending(one.starts[a.at], other.starts[b.at]) ||
    descendingIds(one.ids[a.at], other.ids[b.at]) ||
    a.lane - b.lane
  );
}

/** As in an order by title; null where other things decide. */
function compareTitles(a: string | null | undefined, b: string | null | undefined): number | null {
  if (a === undefined || b === undefined || (a === null && b === null)) return null;
  if (a === null || b === null) return a === null ? 1 : -1;
  return titleCollator().compare(a, b) || null;
}

function descending(a = -Infinity, b = -Infinity): number {
  return b - a || 0;
}

function descendingIds(a = '', b = ''): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
