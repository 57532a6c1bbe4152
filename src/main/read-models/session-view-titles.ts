import { titleCollator } from './session-view-order.ts';

/** Titles that one step looks at; a comparison takes a tenth of a microsecond or two. */
const STRETCH = 1000;

/** Two sorted parts becoming one. */
interface Merge {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly merged: string[];
  fromLeft: number;
  fromRight: number;
}

/** Sorts titles in steps of about a millisecond, so that it can be done while nobody waits. */
export class TitlePlaces {
  readonly #compare = titleCollator().compare;
  readonly #unsorted: string[];
  /** Sorted parts; the first two are the next that are merged. */
  readonly #parts: (readonly string[])[];
  readonly #places = new Map<string, number>();
  #merge: Merge | null = null;
  #place = 0;

  /**
   * @param titles - each once.
   * @param known - titles that are in order already, such as those of an earlier time.
   */
  constructor(titles: ReadonlySet<string>, known: ReadonlySet<string>) {
    this.#parts = [[...known].filter(title => titles.has(title))];
    this.#unsorted = [...titles].filter(title => !known.has(title));
  }

  /** Does a little of the work; false once there is nothing left to do. */
  step(): boolean {
    if (this.#unsorted.length > 0) this.#sortSome();
    else if (this.#merge !== null) this.#mergeSome(this.#merge);
    else if (this.#parts.length > 1) this.#beginMerge();
    else return this.#placeSome();
    return true;
  }

  /** The place of each title among all, the same for titles that are equal in the order. Does what is left to do. */
  finish(): ReadonlyMap<string, number> {
    this.#sortAll();
    while (this.#placeSome());
    return this.#places;
  }

  /** At once, because somebody waits: parts that are sorted already cost little. */
  #sortAll(): void {
    if (this.#merge !== null) this.#endMerge(this.#merge);
    if (this.#parts.length < 2 && this.#unsorted.length === 0) return;
    const titles = [...this.#parts.splice(0).flat(), ...this.#unsorted.splice(0)];
    this.#parts.push(titles.sort(this.#compare));
  }

  #sortSome(): void {
    this.#parts.push(this.#unsorted.splice(-STRETCH).sort(this.#compare));
  }

  #beginMerge(): void {
    const [left = [], right = []] = this.#parts.splice(0, 2);
    this.#merge = { left, right, merged: [], fromLeft: 0, fromRight: 0 };
  }

  #mergeSome(merge: Merge): void {
    const { left, right, merged } = merge;
    for (let count = 0; count < STRETCH; count += 1) {
      const a = left[merge.fromLeft];
      const b = right[merge.fromRight];
      if (a === undefined || b === undefined) {
        this.#parts.push([...merged, ...left.slice(merge.fromLeft), ...right.slice(merge.fromRight)]);
        this.#merge = null;
        return;
      }
      const isLeft = this.#compare(a, b) <= 0;
      merged.push(isLeft ? a : b);
      if (isLeft) merge.fromLeft += 1;
      else merge.fromRight += 1;
    }
  }

  /** What is left of both parts stays sorted by itself. */
  #endMerge({ left, right, merged, fromLeft, fromRight }: Merge): void {
    this.#parts.push([...merged, ...left.slice(fromLeft)], right.slice(fromRight));
    this.#merge = null;
  }

  /** @returns false where all have one. */
  #placeSome(): boolean {
    const sorted = this.#parts[0] ?? [];
    const start = this.#places.size;
    const end = Math.min(sorted.length, start + STRETCH);
    for (let at = start; at < end; at += 1) {
      const before = sorted[at - 1];
      const title = sorted[at] ?? '';
      if (before !== undefined && this.#compare(before, title) !== 0) this.#place += 1;
      this.#places.set(title, this.#place);
    }
    return end < sorted.length;
  }
}
