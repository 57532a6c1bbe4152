/**
 * A list in descending order of a number of each item; equal ones stay in the order they have. Several times as fast as
 * sorting with a comparison, because numbers alone are sorted without calls.
 *
 * @param keyOf - no NaN.
 */
export function byNumber<T>(items: readonly T[], keyOf: (item: T) => number): T[] {
  const keys = Float64Array.from(items, keyOf);
  const ends = runsOf(keys);
  const sorted = new Array<T>(items.length);
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    const end = ends.takeLast(keys[at] ?? 0);
    if (item !== undefined) sorted[end] = item;
  }
  return sorted;
}

/** Places of each key in descending order, given away from the last on. */
function runsOf(keys: Float64Array): { readonly takeLast: (key: number) => number } {
  const ascending = keys.slice().sort();
  const distinct = new Float64Array(keys.length);
  const ends = new Uint32Array(keys.length);
  let count = 0;
  for (let at = 0; at < ascending.length; at += 1) {
    const key = ascending[at] ?? 0;
    if (count > 0 && key === distinct[count - 1]) continue;
    distinct[count] = key;
    // The smaller the key, the further behind: the first of equal ones is the last place of their run.
    ends[count] = keys.length - at;
    count += 1;
  }
  return {
    takeLast: key => {
      const at = indexIn(distinct, count, key);
      const end = (ends[at] ?? 0) - 1;
      ends[at] = end;
      return end;
    },
  };
}

function indexIn(distinct: Float64Array, count: number, key: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((distinct[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
