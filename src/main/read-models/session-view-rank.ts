/** The greatest number that is a rank. */
export const MAX_RANK = 2 ** 32 - 1;
/** A rank and a place have one double together; longer lists are sorted by comparing. */
const MAX_LENGTH = 2 ** 20;

/** How a list is ranked. */
export interface Ranking<T> {
  /** A whole number from 0 to {@link MAX_RANK}, never smaller for what stands before another. */
  readonly rankOf: (item: T) => number;
  /** Decides between items of one rank. */
  readonly compare: (a: T, b: T) => number;
}

/**
 * A new list, the greatest rank first; what is equal stays as it stood. Ranks are sorted as numbers, which is many times
 * faster than asking a function about pairs; that is asked only where ranks do not decide.
 */
export function byRank<T>(list: readonly T[], { rankOf, compare }: Ranking<T>): T[] {
  const count = list.length;
  if (count > MAX_LENGTH) return [...list].sort(compare);
  const keys = new Float64Array(count);
  let place = count;
  for (const item of list) {
    place -= 1;
    keys[place] = rankOf(item) * MAX_LENGTH + place;
  }
  keys.sort();
  const ranked: T[] = [];
  const ranks = new Uint32Array(count);
  for (let at = count - 1; at >= 0; at -= 1) {
    const key = keys[at] ?? 0;
    const rank = Math.floor(key / MAX_LENGTH);
    const item = list[count - 1 - (key - rank * MAX_LENGTH)];
    if (item === undefined) continue;
    ranks[ranked.length] = rank;
    ranked.push(item);
  }
  settleEqual(ranked, ranks, compare);
  return ranked;
}

/** Puts each run of one rank in order; most are. */
function settleEqual<T>(ranked: T[], ranks: Uint32Array, compare: (a: T, b: T) => number): void {
  let start = 0;
  while (start < ranks.length) {
    let end = start + 1;
    let isSettled = true;
    for (; end < ranks.length && ranks[end] === ranks[start]; end += 1) {
      const [before, item] = [ranked[end - 1], ranked[end]];
      if (isSettled && before !== undefined && item !== undefined) isSettled = compare(before, item) <= 0;
    }
    if (!isSettled) sortPart(ranked, start, end, compare);
    start = end;
  }
}

function sortPart<T>(list: T[], start: number, end: number, compare: (a: T, b: T) => number): void {
  const part = list.slice(start, end).sort(compare);
  part.forEach((item, at) => {
    list[start + at] = item;
  });
}
