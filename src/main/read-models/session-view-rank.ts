/** The greatest rank. */
const MAX_RANK = 2 ** 32 - 1;
/** A rank and a place have one double together; longer lists are sorted by comparing. */
const MAX_LENGTH = 2 ** 20;

/** What a list is sorted by. */
export interface Ranking<T> {
  /** Any number but NaN. */
  readonly valueOf: (item: T) => number;
  /** Values that differ by less than one after multiplying with it are told apart by comparing them. 1 unless given. */
  readonly scale?: number;
  /** Decides between equal values; they stay as they stand unless it is given. */
  readonly compareEqual?: (a: T, b: T) => number;
}

/**
 * A new list, the greatest value first. Whole numbers are sorted, which is many times faster than asking a function
 * about pairs of items; that is done only where whole numbers do not decide.
 */
export function byRank<T>(list: readonly T[], { valueOf, scale = 1, compareEqual }: Ranking<T>): T[] {
  const values = new Float64Array(list.length);
  let filled = 0;
  for (const item of list) {
    values[filled] = valueOf(item);
    filled += 1;
  }
  const compare = (a: number, b: number): number => {
    const valueA = values[a] ?? 0;
    const valueB = values[b] ?? 0;
    if (valueA !== valueB) return valueA > valueB ? -1 : 1;
    return compareItems(list[a], list[b], compareEqual) || a - b;
  };
  const sorted: T[] = [];
  for (const place of placesInOrder(values, scale, compare)) {
    const item = list[place];
    if (item !== undefined) sorted.push(item);
  }
  return sorted;
}

function compareItems<T>(a: T | undefined, b: T | undefined, compare: Ranking<T>['compareEqual']): number {
  return compare === undefined || a === undefined || b === undefined ? 0 : compare(a, b);
}

type ComparePlaces = (a: number, b: number) => number;

function placesInOrder(values: Float64Array, scale: number, compare: ComparePlaces): Uint32Array {
  const places = new Uint32Array(values.length);
  if (values.length > MAX_LENGTH) return places.map((_, place) => place).sort(compare);
  const last = values.length - 1;
  const keys = sortedKeys(values, scale);
  let start = 0;
  let rank = -1;
  let isSettled = true;
  for (let at = 0; at <= last; at += 1) {
    const key = keys[last - at] ?? 0;
    const next = Math.floor(key / MAX_LENGTH);
    const place = last - (key - next * MAX_LENGTH);
    places[at] = place;
    if (next === rank) {
      isSettled &&= compare(places[at - 1] ?? 0, place) < 0;
      continue;
    }
    if (!isSettled) places.subarray(start, at).sort(compare);
    start = at;
    rank = next;
    isSettled = true;
  }
  if (!isSettled) places.subarray(start).sort(compare);
  return places;
}

/** Ranks, the smallest first, each with its place counted from the end. */
function sortedKeys(values: Float64Array, scale: number): Float64Array {
  const keys = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    keys[at] = rankOf((values[at] ?? 0) * scale) * MAX_LENGTH + values.length - 1 - at;
  }
  return keys.sort();
}

/** A whole number that is never smaller for a greater value: 0 for what is negative, 1 from 0 on. */
function rankOf(value: number): number {
  return value < 0 ? 0 : Math.floor(Math.min(value + 1, MAX_RANK));
}
